import { expectAccessible } from '../journey/accessible.ts'
import { holdAnswers } from '../journey/hold-answers.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { signInFrame } from '../journey/sign-in-frame.ts'
import {
  addRegistrationTemplate,
  closeSignedUpDialog,
  confirmEmail,
  fillCenter,
  fillPerson,
  newSignUpPerson,
} from '../journey/sign-ups.ts'
import { listRows } from '../journey/tables.ts'

const AGREEMENT = 'Center Agreement'

test('a harvest center signs the document of its sign-up first, and the admin finds it', async ({
  signedIn,
  guest,
  request,
  rows,
  refusals,
}) => {
  await addRegistrationTemplate(request, rows, AGREEMENT)
  const rep = (await rows.session('salesrep')).user
  const [newcomer, company] = [newSignUpPerson(rows), rows.uniqueName('Clinic')]
  const page = await guest()
  const next = page.getByRole('button', { name: 'Next: Documents to Sign (1)' })
  const toSign = page.frameLocator('iframe[title="Sign the document"]').getByRole('heading', { level: 1 })

  await test.step('the form comes first, and the country that arrives late takes no mark away', async () => {
    const showCountries = await holdAnswers(page, /address-rules/)
    await page.goto(`/harvest-center-registration?srid=${rep.id}`)
    await expect(page.getByRole('button', { name: 'Sign Up' })).toBeHidden()
    await next.click()
    await expect(page.getByLabel('Clinic Name')).toHaveAccessibleDescription('This field is required.')
    showCountries()
    await expect(page.getByRole('combobox', { name: 'Country' }), 'that of the business').toHaveValue('United States')
    await expect(page.getByLabel('Clinic Name')).toHaveAccessibleDescription('This field is required.')
  })

  await test.step('nobody signs in vain: a taken email address stops before the document', async () => {
    const email = page.getByRole('textbox', { name: 'Email' })
    await fillPerson(page, { ...newcomer, email: 'admin@demo.example' })
    await fillCenter(page, company)
    await expect(email).toHaveAccessibleDescription('A user with this email already exists.')
    await next.click()
    await expect(page.getByRole('alert')).toBeFocused()
    await email.fill(newcomer.email)
  })

  await test.step('a document that cannot be made says so, and is not passed', async () => {
    refusals.expect(422, '/auth/boldsign/')
    await page.route('**/auth/boldsign/', (route) => route.fulfill({ status: 422, json: { code: 'invalid', message: 'No.' } }))
    await next.click()
    await expect(page.getByText('Documents to Sign 1/1')).toBeVisible()
    await expect(page.getByRole('heading', { name: AGREEMENT })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('There was a problem processing this document.')
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute('**/auth/boldsign/')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('First Name'), 'what was typed is still there').toHaveValue(newcomer.first_name)
    await next.click()
  })

  await test.step('the form can be sent only after the signature', async () => {
    await expect(toSign).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await signInFrame(page)
    await expect(page.getByText('This document is signed.')).toBeVisible()
  })

  await test.step('with another name, the document has to be signed again; with the one that signed, it counts', async () => {
    const lastName = page.getByLabel('Last name')
    await page.getByRole('button', { name: 'Back' }).click()
    await lastName.fill(`${newcomer.last_name} Berg`)
    await next.click()
    await expect(page.getByText('You signed this document with another name or email. Please sign it again.')).toBeVisible()
    await expect(toSign).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await lastName.fill(newcomer.last_name)
    await next.click()
    await expect(page.getByText('This document is signed.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await closeSignedUpDialog(page, 'Harvest Center Registration', 'Your account has been created.')
    await confirmEmail(request, newcomer)
    const { results } = await rows.call<{ results: object[] }>('salesrep', 'GET', '/api/v1/sign-ups/')
    expect(results, 'the rep of the link').toContainEqual(expect.objectContaining({ name: company, status: 'active' }))
  })

  await test.step('the admin opens the signed document among those of centers', async () => {
    const admin = await signedIn('admin')
    await admin.goto('/documents/harvest-centers')
    const row = listRows(admin, 'Documents of harvest centers', company)
    const opening = row.getByRole('button', { name: `Open PDF: ${AGREEMENT}` })
    await expect(async () => {
      await openWithin(admin, '/contact')
      await openWithin(admin, '/documents/harvest-centers')
      await expect(opening, 'the document is sealed in the background').toBeVisible({ timeout: 2000 })
    }).toPass()
    const answer = admin.waitForResponse((response) => response.url().includes('/pdf-link/'))
    await opening.click()
    const { link } = await (await answer).json()
    const file = await request.get(link)
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  })
})
