/** Visitors sign up, by the links of those who invite them or without a link. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, submitLogin, test } from '../journey/journey.ts'
import { verificationToken } from '../journey/mailbox.ts'
import { openWithin } from '../journey/open-within.ts'
import {
  closeSignedUpDialog,
  confirmEmail,
  fillCenter,
  fillPerson,
  newSignUpPerson,
  pressConfirm,
  signUpCenter,
} from '../journey/sign-ups.ts'
import { listRows } from '../journey/tables.ts'
import { acceptAgreement, agreementOf } from './agreement.ts'

const SIGNED_UP = 'Your account has been created. Open the link in the email that we sent you'

test('a sales rep signs up, accepts the agreement and finds the center of the own link; leaders and an admin sign up, too', async ({
  page,
  request,
  rows,
  refusals,
}) => {
  const newcomer = newSignUpPerson(rows, 'Łucja')
  await page.goto('/sales-rep-registration')
  await fillPerson(page, newcomer)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'Sales Rep Registration', SIGNED_UP)

  await test.step('the login before the confirmation offers to send the link again', async () => {
    refusals.expect(401, '/auth/login/')
    await page.getByRole('textbox', { name: 'Login' }).fill(newcomer.email)
    await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toContainText('Your email is not confirmed yet.')
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page.getByText(`We have sent the link to ${newcomer.email} again.`)).toBeVisible()
  })

  await test.step('the mailed link needs the password of the form', async () => {
    await page.goto(`/verify-email#${await verificationToken(page.request, newcomer.email)}`)
    await expect(page, 'the secret leaves the address bar').toHaveURL('/verify-email')
    refusals.expect(422, '/auth/verify-email/')
    await pressConfirm(page, 'the password of another form')
    await expect(page.getByText('This is not the password that was chosen in this sign-up.').first()).toBeVisible()
    await pressConfirm(page, newcomer.password)
    await expect(page.getByRole('main').getByRole('status')).toContainText('Your email is confirmed. You can log in now.')
    await page.getByRole('link', { name: 'Login Page' }).click()
  })

  const { user } = await rows.session(newcomer)
  const [center, waiting] = [await signUpCenter(request, rows, user.id), await signUpCenter(request, rows, user.id)]
  await confirmEmail(request, center)
  await test.step('the agreement covers every screen until it is accepted', async () => {
    await submitLogin(page, newcomer)
    await expect(agreementOf(page)).toContainText('This agreement is made between you and Meridian Cell Bank.')
    await page.keyboard.press('Escape')
    await expect(agreementOf(page)).toBeVisible()
    await agreementOf(page).getByRole('button', { name: 'Log Out' }).click()
    await expect(page.getByRole('button', { name: 'Login' }), 'log-out is possible').toBeVisible()
    await submitLogin(page, newcomer)
    await acceptAgreement(page)
  })

  await test.step('the rep has both links, one as a QR code, and sees who used them, and no person', async () => {
    await expect(page.getByRole('heading', { name: 'Your referral links' })).toBeVisible()
    for (const [name, path] of [
      ['Harvest center sign-up', '/harvest-center-registration'],
      ['Referral harvest center sign-up', '/referral-harvest-center-registration'],
    ] as const) {
      const link = page.getByRole('textbox', { name, exact: true })
      await expect(link).toHaveValue(new RegExp(`^http://.*${path}\\?srid=${user.id}$`))
    }
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download QR code of Referral harvest center sign-up', exact: true }).click()
    expect((await saving).suggestedFilename()).toMatch(/harvest-center-sign-up\./)
    await expect(listRows(page, 'Signed up by your link', waiting.company)).toContainText('Email not confirmed')
    await expect(listRows(page, 'Signed up by your link', center.company)).toContainText('Active')
    await expect(page.getByText(center.last_name)).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('the rep is notified and finds the active center', async () => {
    await openWithin(page, '/harvest-centers')
    await expect(page.getByRole('main').getByText(center.company)).toBeVisible()
    await openWithin(page, '/messages')
    await expect(page.getByRole('main').getByText(center.company).first()).toBeVisible()
  })

  await test.step('sales managers and distributors sign up in a browser with an open session', async () => {
    for (const [path, title, subscription] of [
      ['/sales-manager-registration', 'Sales Manager Registration', membershipIds.sales_manager],
      ['/sales-distributor-registration', 'Sales Distributor Registration', membershipIds.sales_distributor],
    ] as const) {
      await openWithin(page, path)
      await fillPerson(page, newSignUpPerson(rows))
      const sent = page.waitForRequest('**/api/v1/users/')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(page.getByRole('dialog', { name: title })).toContainText(SIGNED_UP)
      expect((await sent).postDataJSON()).toMatchObject({ subscription })
    }
  })

  await test.step('the form for admins is locked until the domain password is right', async () => {
    await openWithin(page, '/admin-registration-process')
    await expect(page.getByLabel('First Name')).toBeHidden()
    refusals.expect(422, '/domain/config/')
    await page.getByLabel('Domain password').fill('not the password')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByRole('alert')).toContainText('Access not allowed')
    await page.getByLabel('Domain password').fill('demo-portal')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await fillPerson(page, newSignUpPerson(rows))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Admin Registration' })
    await expect(dialog).toContainText('Admin user created Succesfully!')
    await dialog.getByRole('button', { name: 'Login Page' }).click()
    await expect(page, 'of the open session').toHaveURL('/dashboard')
  })
})

test('a referral center that knows only the id of a center waits until it confirms; invalid links say so', async ({
  signedIn,
  guest,
  request,
  rows,
  refusals,
}) => {
  const page = await guest()
  const { id, company } = (await rows.session('harvestcenter')).user
  const rep = (await rows.session('salesrep')).user.id

  const unusable = page.getByRole('heading', { level: 1, name: 'This link cannot be used' })
  await test.step('an invalid link says so instead of the form', async () => {
    await page.goto('/harvest-center-registration')
    await expect(page.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
    for (const call of ['hc-staff', 'harvest-centers']) refusals.expect(404, `/api/v1/${call}/`)
    for (const [path, says] of [
      [`/harvest-center-registration?srid=${id}`, 'This link is no longer valid. Ask the sales rep for a new one.'],
      [`/referral-harvest-center-registration?srid=${rep}&hcid=abc`, 'Ask the person who sent it to you for a new one.'],
      [`/referral-harvest-center-registration?srid=${rep}&hcid=${id}0#1.made-up`, 'Ask the harvest center for a new one.'],
      [`/hc-staff-registration?hcid=${id}#1.made-up`, 'Ask the harvest center for a new one.'],
    ] as const) {
      await openWithin(page, path)
      await expect(unusable).toBeVisible()
      await expect(page.getByText(says)).toBeVisible()
    }
  })

  const path = `/api/v1/harvest-centers/${id}/referral-link/`
  const link = new URL((await rows.call<{ link: string }>('harvestcenter', 'GET', path)).link)
  const uninvited = newSignUpPerson(rows)
  await test.step('without the key, the form says that the center must confirm, and not who it is', async () => {
    await openWithin(page, link.pathname + link.search)
    await expect(page.getByText('The harvest center must confirm you first.')).toBeVisible()
    await expect(page.getByText(company)).toHaveCount(0)
    await fillPerson(page, uninvited)
    await fillCenter(page, 'Hillside Practice')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await closeSignedUpDialog(page, 'Referral Harvest Center Registration', 'must confirm you')
    await confirmEmail(request, uninvited)
    await rows.acceptAgreement(uninvited)
    await submitLogin(page, uninvited)
    await expect(page.getByText('Your harvest center has not confirmed you yet.')).toBeVisible()
    await expectAccessible(page)
  })
  const { user } = await rows.session(uninvited)
  const options = async () => (await request.get(`/api/v1/harvest-centers/public-options/${user.id}/`)).json()
  expect(await options()).toEqual([])

  await test.step('the link of the center names it, its key goes with the form, and the server may find it invalid', async () => {
    await openWithin(page, link.pathname + link.search + link.hash)
    await expect(page.getByText(`Sign up your practice to refer patients to ${company}.`)).toBeVisible()
    await fillPerson(page, newSignUpPerson(rows))
    await fillCenter(page, 'Quayside Practice')
    refusals.expect(422, '/api/v1/users/')
    const refused = { code: 'invalid', message: 'No.', errors: { key: ['This link is no longer valid.'] } }
    await page.route('**/api/v1/users/', (route) => route.fulfill({ status: 422, json: refused }), { times: 1 })
    const sent = page.waitForRequest('**/api/v1/users/')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ hc_id: id, key: link.hash.slice(1) })
    await expect(unusable).toBeVisible()
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  })

  const desk = await signedIn('harvestcenter')
  await test.step('the center, which has the link, confirms it', async () => {
    await desk.goto('/messages')
    await desk
      .getByRole('button', { name: /needs your confirmation/ })
      .first()
      .click()
    await expect(desk).toHaveURL('/referral-patients')
    const field = desk.getByRole('textbox', { name: 'Sign-up link for referral harvest centers' })
    const address = `/referral-harvest-center-registration\\?srid=\\d+&hcid=${id}#[\\w.-]+$`
    await expect(field).toHaveValue(new RegExp(`^http://.*${address}`))
    await expect(field).not.toBeEditable()
    const row = listRows(desk, 'Needs your confirmation', 'Hillside Practice')
    await expect(row).toContainText(`${uninvited.first_name} ${uninvited.last_name}`)
    await expect(row).toContainText(uninvited.email)
    await expect(row).toContainText('+1 555 010 9900')
    await row.getByRole('button', { name: 'Confirm Hillside Practice' }).click()
    await expect(desk.getByText('The referral harvest center is confirmed.')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(await options()).toEqual([{ id, company }])
  })
})
