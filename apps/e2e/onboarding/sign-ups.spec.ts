/** Visitors sign up, by the links of those who invite them or without a link. */
import { membershipIds } from '@vialdesk/contract/roles'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, logIn, type Page, submitLogin, test } from '../journey/journey.ts'
import { openMail, verificationToken } from '../journey/mailbox.ts'
import { openWithin } from '../journey/open-within.ts'
import {
  closeSignedUpDialog,
  confirmEmail,
  fillCenter,
  fillPerson,
  newSignUpPerson,
  pressConfirm,
  type SignUpPerson,
} from '../journey/sign-ups.ts'
import { listRows } from '../journey/tables.ts'
import { acceptAgreement, agreementOf } from './agreement.ts'

const SIGNED_UP = 'Your account has been created. Open the link in the email that we sent you'

test('a sales rep signs up, accepts the agreement, and copies the links for centers; others sign up in the same browser', async ({
  page,
  rows,
  refusals,
}) => {
  const newcomer = newSignUpPerson(rows, 'Łucja')
  const form = page.getByRole('form', { name: 'Sales Rep Registration' })
  await page.goto('/sales-rep-registration')

  await test.step('a taken email address is marked while typing, and refused when it is sent', async () => {
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await expect(form.getByLabel('First Name')).toHaveAccessibleDescription('This field is required.')
    await expect(form.getByLabel(/^Password/)).toHaveAccessibleDescription(/Min Length 8/)
    await fillPerson(page, { ...newcomer, email: 'PATIENT@demo.example' })
    await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      'A user with this email already exists.',
    )
    refusals.expect(409, '/api/v1/users/')
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await expect(form.getByRole('alert')).toContainText('A user with this email already exists.')
    await expect(form.getByLabel('First Name'), 'the input stays').toHaveValue('Łucja')
    await form.getByRole('textbox', { name: 'Email' }).fill(newcomer.email)
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await closeSignedUpDialog(page, 'Sales Rep Registration', SIGNED_UP)
  })

  await test.step('the login before the confirmation offers to send the link again', async () => {
    refusals.expect(401, '/auth/login/')
    await page.getByRole('textbox', { name: 'Login' }).fill(newcomer.email)
    await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toContainText('Your email is not confirmed yet.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send the link again' }).click()
    await expect(page.getByText(`We have sent the link to ${newcomer.email} again.`)).toBeVisible()
  })

  await test.step('the mailed link needs the password of the form, and works once', async () => {
    await page.goto(`/verify-email#${await verificationToken(page.request, newcomer.email)}`)
    await expect(page, 'the secret leaves the address bar').toHaveURL('/verify-email')
    refusals.expect(422, '/auth/verify-email/')
    await pressConfirm(page, 'the password of another form')
    await expect(page.getByText('This is not the password that was chosen in this sign-up.').first()).toBeVisible()
    await expectAccessible(page)
    await pressConfirm(page, newcomer.password)
    await expect(page.getByRole('main').getByRole('status')).toContainText('Your email is confirmed. You can log in now.')
    refusals.expect(410, '/auth/verify-email/')
    await page.reload()
    await pressConfirm(page, newcomer.password)
    await expect(page.getByRole('alert')).toContainText('If you have confirmed your email before, log in.')
  })

  await test.step('the agreement covers every screen until it is accepted, and is asked for once', async () => {
    await logIn(page, newcomer)
    await expect(agreementOf(page)).toContainText('This agreement is made between you and Meridian Cell Bank.')
    await page.keyboard.press('Escape')
    await expect(agreementOf(page)).toBeVisible()
    await agreementOf(page).getByRole('button', { name: 'Log Out' }).click()
    await expect(page.getByRole('button', { name: 'Login' }), 'log-out is possible').toBeVisible()
    await submitLogin(page, newcomer)
    await acceptAgreement(page)
    const asked = page.waitForResponse('**/check-agreement/**')
    await page.reload()
    expect(await (await asked).json()).toMatchObject({ accepted: true })
  })

  await test.step('both links are copied and saved as QR codes', async () => {
    const { user } = await rows.session(newcomer)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expect(page.getByRole('heading', { name: 'Your referral links' })).toBeVisible()
    for (const [name, path] of [
      ['Harvest center sign-up', '/harvest-center-registration'],
      ['Referral harvest center sign-up', '/referral-harvest-center-registration'],
    ] as const) {
      const link = page.getByRole('textbox', { name, exact: true })
      await expect(link).toHaveValue(new RegExp(`^http://.*${path}\\?srid=${user.id}$`))
      const copy = page.getByRole('button', { name: `Copy ${name}`, exact: true })
      await copy.click()
      await expect(copy).toHaveText('Copied')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: `Download QR code of ${name}`, exact: true }).click()
      expect((await saving).suggestedFilename()).toMatch(/harvest-center-sign-up\./)
    }
    await expect(agreementOf(page)).toHaveCount(0)
  })

  await test.step('sales managers and distributors sign up in a browser with an open session', async () => {
    for (const [path, title, subscription] of [
      ['/sales-manager-registration', 'Sales Manager Registration', membershipIds.sales_manager],
      ['/sales-distributor-registration', 'Sales Distributor Registration', membershipIds.sales_distributor],
    ] as const) {
      const other = newSignUpPerson(rows)
      await openWithin(page, path)
      await fillPerson(page, other)
      await page.getByRole('button', { name: 'Sign Up' }).click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toContainText(SIGNED_UP)
      await dialog.getByRole('button', { name: 'Login Page' }).click()
      await expect(page, 'of the open session').toHaveURL('/dashboard')
      const token = await verificationToken(page.request, other.email)
      const confirmed = await page.request.post('/auth/verify-email/', { data: { token, password: other.password } })
      expect(confirmed).toBeOK()
      expect((await rows.session(other)).user).toMatchObject({ first_name: 'Ines', subscription })
    }
  })
  await openMail(page, newcomer.email, 'Welcome to Meridian Cell Bank')
  await expect(page.getByText(/Hello Łucja,\s/)).toBeVisible()
})

test('a center signs up by the link of a rep, who is notified and finds it among the centers', async ({
  signedIn,
  guest,
  rows,
}) => {
  const [rep, page, newcomer] = [await signedIn('salesrep'), await guest(), newSignUpPerson(rows)]
  const company = rows.uniqueName('Silverbrook Clinic')
  await rep.goto('/dashboard')
  await page.goto(await rep.getByRole('textbox', { name: 'Harvest center sign-up', exact: true }).inputValue())
  await fillPerson(page, newcomer)
  await fillCenter(page, company)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'Harvest Center Registration', SIGNED_UP)

  const row = listRows(rep, 'Signed up by your link', company)
  await test.step('the rep sees the center at once, and no person', async () => {
    await rep.reload()
    await expect(row).toContainText('Email not confirmed')
    await expect(rep.getByText(newcomer.last_name)).toHaveCount(0)
  })

  await test.step('the center begins with empty lists', async () => {
    await confirmEmail(page, newcomer)
    await submitLogin(page, newcomer)
    await acceptAgreement(page)
    await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
    await expect(page.getByText('Nothing to do')).toBeVisible()
    await expect(page.getByText("Empty table. There's nothing to show").first()).toBeVisible()
  })

  await test.step('the rep finds the active center', async () => {
    await rep.reload()
    await expect(row).toContainText('Active')
    await expectAccessible(rep)
    await openWithin(rep, '/harvest-centers')
    await expect(rep.getByRole('main').getByText(company)).toBeVisible()
    await openWithin(rep, '/messages')
    await expect(rep.getByRole('main').getByText(company).first()).toBeVisible()
  })
})

const optionsOf = async (page: Page, referral: number) =>
  (await page.request.get(`/api/v1/harvest-centers/public-options/${referral}/`)).json()

test('a referral center that knows only the id of a center waits until it confirms; the link of the center ties both at once', async ({
  signedIn,
  guest,
  rows,
}) => {
  const [desk, page] = [await signedIn('harvestcenter'), await guest()]
  const { id, company } = (await rows.session('harvestcenter')).user
  await desk.goto('/referral-patients')
  const field = desk.getByRole('textbox', { name: 'Sign-up link for referral harvest centers' })
  await expect(field).toHaveValue(new RegExp(`^http://.*/referral-harvest-center-registration\\?srid=\\d+&hcid=${id}#[\\w.-]+$`))
  await expect(field).not.toBeEditable()
  const link = await field.inputValue()
  const [withoutKey = ''] = link.split('#')
  const signUp = async (visitor: Page, newcomer: SignUpPerson, practice: string, answer: string) => {
    await fillPerson(visitor, newcomer)
    await fillCenter(visitor, practice)
    await visitor.getByRole('button', { name: 'Sign Up' }).click()
    await closeSignedUpDialog(visitor, 'Referral Harvest Center Registration', answer)
    await confirmEmail(visitor, newcomer)
  }

  const uninvited = newSignUpPerson(rows)
  const waits = page.getByText('Your harvest center has not confirmed you yet.')
  await test.step('without the key, the form says that the center must confirm, and not who it is', async () => {
    await page.goto(withoutKey)
    await expect(page.getByText('The harvest center must confirm you first.')).toBeVisible()
    await expect(page.getByText(company)).toHaveCount(0)
    await signUp(page, uninvited, 'Hillside Practice', 'must confirm you')
    await submitLogin(page, uninvited)
    await acceptAgreement(page)
    await expect(waits).toBeVisible()
    await expectAccessible(page)
  })
  const { user } = await rows.session(uninvited)
  expect(await optionsOf(page, user.id)).toEqual([])

  await test.step('the center confirms it', async () => {
    await openWithin(desk, '/messages')
    await desk
      .getByRole('button', { name: /needs your confirmation/ })
      .first()
      .click()
    await expect(desk).toHaveURL('/referral-patients')
    const row = listRows(desk, 'Needs your confirmation', 'Hillside Practice')
    await expect(row).toContainText(`${uninvited.first_name} ${uninvited.last_name}`)
    await expect(row).toContainText(uninvited.email)
    await expect(row).toContainText('+1 555 010 9900')
    await row.getByRole('button', { name: 'Confirm Hillside Practice' }).click()
    await expect(desk.getByText('The referral harvest center is confirmed.')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(await optionsOf(page, user.id)).toEqual([{ id, company }])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Where your patients are' })).toBeVisible()
    await expect(waits).toHaveCount(0)
  })

  await test.step('the link of the center', async () => {
    const [visitor, invited] = [await guest(), newSignUpPerson(rows)]
    await visitor.goto(link)
    await expect(visitor.getByText(`Sign up your practice to refer patients to ${company}.`)).toBeVisible()
    await signUp(visitor, invited, 'Quayside Practice', SIGNED_UP)
    expect(await optionsOf(visitor, (await rows.session(invited)).user.id)).toEqual([{ id, company }])
  })
})

test('an invalid link says so instead of the form; the form for admins is locked until the domain password is right', async ({
  page,
  rows,
  refusals,
}) => {
  const [rep, center] = [(await rows.session('salesrep')).user.id, (await rows.session('harvestcenter')).user.id]
  const unusable = page.getByRole('heading', { level: 1, name: 'This link cannot be used' })
  await page.goto('/harvest-center-registration')
  await expect(page.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
  for (const [path, says] of [
    [`/harvest-center-registration?srid=${center}`, 'This link is no longer valid. Ask the sales rep for a new one.'],
    [`/referral-harvest-center-registration?srid=${rep}&hcid=abc`, 'Ask the person who sent it to you for a new one.'],
    [`/referral-harvest-center-registration?srid=${rep}&hcid=${center}#1.made-up`, 'Ask the harvest center for a new one.'],
    [`/hc-staff-registration?hcid=${center}#1.made-up`, 'Ask the harvest center for a new one.'],
  ] as const) {
    if (path.includes('made-up')) refusals.expect(404, path.includes('staff') ? '/api/v1/hc-staff/' : '/api/v1/harvest-centers/')
    await openWithin(page, path)
    await expect(unusable).toBeVisible()
    await expect(page.getByText(says)).toBeVisible()
  }
  await expectAccessible(page)

  await test.step('the server finds that a link is invalid', async () => {
    await openWithin(page, `/referral-harvest-center-registration?srid=${rep}&hcid=${rep}`)
    await fillPerson(page, newSignUpPerson(rows))
    await fillCenter(page, 'Quayside Practice')
    refusals.expect(422, '/api/v1/users/')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(unusable).toBeVisible()
    await expect(page.getByText('This link is no longer valid')).toBeVisible()
  })

  await test.step('the form for admins', async () => {
    const newcomer = newSignUpPerson(rows)
    await openWithin(page, '/admin-registration-process')
    await expect(page.getByLabel('First Name')).toBeHidden()
    refusals.expect(422, '/domain/config/')
    await page.getByLabel('Domain password').fill('not the password')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByRole('alert')).toContainText('Access not allowed')
    await page.getByLabel('Domain password').fill('demo-portal')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await fillPerson(page, newcomer)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await closeSignedUpDialog(page, 'Admin Registration', 'Admin user created Succesfully!')
    await confirmEmail(page, newcomer)
    await submitLogin(page, newcomer)
    await expect(page.getByRole('button', { name: 'Add Harvest Center' }), 'as admins have').toBeVisible()
  })
})
