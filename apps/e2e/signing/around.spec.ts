/** The pages before and after a signature say what is true, and open for the signer alone. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { oneSignature, openToSign, requestSignature } from '../journey/signature-request.ts'

const PROBLEM = 'There was a problem processing this document.'

test('pages without a document or a secret say so', async ({ guest, refusals }) => {
  const page = await guest()
  const completed = ['/patient-signed-completed-message', '/hc-signed-completed-message']
  const malformed = [...completed, '/signed-completed-message', '/sign-your-document', '/signed-copy']
  for (const path of [
    ...['/sign-your-document', '/signing', '/signed-copy', ...completed],
    ...malformed.map((each) => `${each}?documentId=abc`),
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: PROBLEM })).toBeVisible()
    await expectAccessible(page)
  }
  for (const path of completed) {
    refusals.expect(404, '/api/v1/documents/patient-signed-document/')
    await page.goto(`${path}?documentId=${'a'.repeat(40)}`)
    await expect(page.getByRole('heading', { name: PROBLEM })).toBeVisible()
  }
  await page.goto(`/sign-your-document?documentId=${'a'.repeat(40)}`)
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await page.goto(`/signed-copy?documentId=${'a'.repeat(40)}`)
  await expect(page.getByRole('heading', { name: 'This link was already used or has expired' })).toBeVisible()
  for (const path of ['/signed-completed-message', '/patient-signed-completed-message-from-email']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Thank you.', exact: true }), 'it does not know what is signed').toBeVisible()
    await expectAccessible(page)
  }
  expect(await page.evaluate(() => localStorage.getItem('demo-signing-complete'))).toBeNull()
})

test('the pages after a signature say what is signed, and offer the document', async ({ guest, request, rows, signedIn }) => {
  const { path, documentId } = await requestSignature(request, rows, oneSignature)
  const page = await guest()
  for (const completed of ['signed', 'patient-signed', 'hc-signed']) {
    await page.goto(`/${completed}-completed-message?documentId=${documentId}`)
    await expect(page.getByRole('heading', { name: 'This document is not signed yet.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log in to open the document' })).toBeVisible()
    await expectAccessible(page)
  }
  await openToSign(page, path)
  await page.goto(`/patient-signed-completed-message?documentId=${documentId}`)
  await page.getByRole('link', { name: 'Open the document to sign' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Before you sign' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('demo-signing-complete'))).toBeNull()

  const center = await signedIn('harvestcenter')
  const { user } = await rows.session('harvestcenter')
  const signed = `/api/v1/harvest-centers/${user.id}/documentList/?status=Completed`
  const { results } = await rows.call<{ results: { document_id: string }[] }>('harvestcenter', 'GET', signed)
  await center.goto(`/patient-signed-completed-message?documentId=${results[0]?.document_id}`)
  await expect(center.getByRole('heading', { name: 'Thank you. Your document is signed.' })).toBeVisible()
  await expect(center.getByRole('button', { name: 'Open PDF' })).toBeVisible()
  await expectAccessible(center)
})

test('a mailed link refuses another person who is logged in, and opens after the log-out', async ({
  request,
  rows,
  signedIn,
  refusals,
}) => {
  const { path } = await requestSignature(request, rows, oneSignature)
  const page = await signedIn(await rows.center())
  refusals.expect(409, '/api/v1/signing/link/')
  await page.goto(path)
  await expect(page.getByText('This link is for another person')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out and open it again' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Before you sign' })).toBeVisible()
})
