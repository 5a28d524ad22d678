/** Who may open a document to sign, and the pages before and after a signature, which say what is true. */
import { SIGNING_FAILED } from '@vialdesk/contract/documents/documents'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { giveConsent, requestFromDemo } from '../journey/signature-request.ts'

const UNKNOWN = 'a'.repeat(40)

test('a guest reads what is missing before and after a signature; the document is for its signer alone, in one window, and is declined', async ({
  signedIn,
  guest,
  request,
  rows,
  refusals,
}) => {
  const { path, documentId } = await requestFromDemo(request, rows)
  const page = await guest()
  const heading = page.getByRole('heading', { level: 1 })
  const frame = page.frameLocator('iframe')

  await test.step('without a document there is nothing to sign or to thank for', async () => {
    await page.goto('/sign-your-document')
    await expect(heading).toHaveText(SIGNING_FAILED)
    const incomplete = ['/signing', '/patient-signed-completed-message', '/signed-copy', '/hc-signed-completed-message']
    for (const address of [...incomplete, '/signed-completed-message?documentId=abc']) {
      await openWithin(page, address)
      await expect(heading).toHaveText(SIGNING_FAILED)
    }
    for (const address of ['/patient-signed-completed-message-from-email', '/signed-completed-message']) {
      await openWithin(page, address)
      await expect(heading, 'it does not know what is signed').toHaveText('Thank you.')
    }
  })

  await test.step('a document that nobody knows', async () => {
    refusals.expect(404, '/api/v1/documents/patient-signed-document/')
    await openWithin(page, `/patient-signed-completed-message?documentId=${UNKNOWN}`)
    await expect(heading).toHaveText(SIGNING_FAILED)
    await openWithin(page, `/signed-copy?documentId=${UNKNOWN}`)
    await expect(heading).toHaveText('This link was already used or has expired')
    await openWithin(page, `/sign-your-document?documentId=${UNKNOWN}`)
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  })

  await test.step('a document that is not signed yet', async () => {
    await openWithin(page, `/patient-signed-completed-message?documentId=${documentId}`)
    await expect(heading).toHaveText('This document is not signed yet.')
    await expect(page.getByRole('link', { name: 'Log in to open the document' })).toBeVisible()
    await expectAccessible(page)
    await openWithin(page, path)
    await expect(frame.getByRole('heading', { name: 'Before you sign' })).toBeVisible()
    await openWithin(page, `/hc-signed-completed-message?documentId=${documentId}`)
    await page.getByRole('link', { name: 'Open the document to sign' }).click()
    await expect(frame.getByRole('heading', { name: 'Before you sign' })).toBeVisible()
    const stored = await page.evaluate(() => Object.keys(localStorage))
    expect(stored.filter((name) => name.endsWith('signing-complete'))).toEqual([])
  })

  const other = await signedIn('referral')
  const signing = other.frameLocator('iframe')

  await test.step('another person who is logged in is refused, until the log-out', async () => {
    refusals.expect(409, '/api/v1/signing/link/')
    await other.goto(path)
    await expect(other.getByText('This link is for another person')).toBeVisible()
    await other.getByRole('button', { name: 'Log out and open it again' }).click()
    await expect(signing.getByRole('heading', { name: 'Before you sign' })).toBeVisible()
  })

  await test.step('the first window says that the document is open elsewhere', async () => {
    refusals.expect(410, '/api/v1/signing/')
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.location.reload())
    await expect(frame.getByText('This document was opened in another window.')).toBeVisible()
    await expect(page.getByText('This document is closed.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('declining needs a reason', async () => {
    await giveConsent(signing)
    await signing.getByRole('button', { name: 'More actions' }).click()
    await signing.getByRole('menuitem', { name: 'Decline to sign' }).click()
    const dialog = signing.getByRole('dialog', { name: 'Decline to sign' })
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.')
    await expectAccessible(other)
    await dialog.getByLabel('Reason').fill('The name is wrong.')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(signing.getByRole('heading', { name: 'This document was declined' })).toBeVisible()
    await expectAccessible(other)
  })

  await test.step('a link that is not complete, or has expired, names where to get help', async () => {
    refusals.expect(404, '/api/v1/signing/link/')
    await openWithin(page, `/sign-your-document?documentId=${UNKNOWN}#no-such-secret`)
    await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
    await expect(page.getByText('It is not complete, or a newer email replaced it.')).toBeVisible()
    await expectAccessible(page)
    refusals.expect(410, '/api/v1/signing/link/')
    const message = 'This link has expired. Ask for a new one.'
    await page.route('**/signing/link/', (route) => route.fulfill({ status: 410, json: { code: 'link_expired', message } }))
    await openWithin(page, `/sign-your-document?documentId=${'b'.repeat(40)}#expired-secret`)
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})
