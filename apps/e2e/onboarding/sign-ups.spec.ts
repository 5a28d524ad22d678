import { expectAccessible } from '../journey/accessible.ts'
import { holdAnswers } from '../journey/hold-answers.ts'
import { expect, type Page, submitLogin, test } from '../journey/journey.ts'
import { openMail, passwordToken, verificationToken } from '../journey/mailbox.ts'
import { closeSignedUpDialog, confirmEmail, fillCenter, fillPerson, newSignUpPerson } from '../journey/sign-ups.ts'
import { listRows } from '../journey/tables.ts'

const SIGNED_UP = 'Your account has been created. Open the link in the email that we sent you'

for (const [path, title, leadsTo] of [
  ['/sales-rep-registration', 'Sales Rep Registration', 'Your referral links'],
  ['/sales-manager-registration', 'Sales Manager Registration', undefined],
  ['/sales-distributor-registration', 'Sales Distributor Registration', undefined],
] as const) {
  test(`${title}: a visitor signs up, confirms the email, gets a welcome mail, and logs in with the chosen password`, async ({
    page,
    guest,
    rows,
  }) => {
    const newcomer = newSignUpPerson(rows, 'Łucja')
    await page.goto(path)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('First Name')).toHaveAccessibleDescription('This field is required.')
    await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription(/Min Length 8/)
    await fillPerson(page, newcomer)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await closeSignedUpDialog(page, title, SIGNED_UP)
    await confirmEmail(page, newcomer)
    await submitLogin(page, newcomer)
    const agreement = page.getByRole('dialog', { name: 'Private Membership Agreement' })
    await agreement.getByRole('checkbox', { name: /I have read/ }).check()
    await agreement.getByRole('button', { name: 'Accept' }).click()
    await expect(agreement).toBeHidden()
    if (leadsTo) await expect(page.getByRole('heading', { name: leadsTo })).toBeVisible()
    const inbox = await guest()
    await openMail(inbox, newcomer.email, 'Welcome to Meridian Cell Bank')
    await expect(inbox.getByText(/Hello Łucja,\s/)).toBeVisible()
  })
}

test('a taken email address shows while typing, and is refused when sent', async ({ page, rows, refusals }) => {
  const { email } = await rows.patient()
  await page.goto('/sales-rep-registration')
  await fillPerson(page, { ...newSignUpPerson(rows), email: email.toUpperCase() })
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('A user with this email already exists.')
  refusals.expect(409, '/api/v1/users/')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toContainText('A user with this email already exists.')
  await expect(page.getByLabel('First Name'), 'the input stays').toHaveValue('Ines')
})

test('a center signs up by the link of a rep, who is notified and finds it among the centers', async ({
  signedIn,
  guest,
  rows,
}) => {
  // The demo's rep has centers of other journeys, which may push this one off the first page.
  const [rep, company, newcomer] = [
    await signedIn(await rows.rep()),
    rows.uniqueName('Silverbrook Clinic'),
    newSignUpPerson(rows),
  ]
  await rep.goto('/dashboard')
  const page = await guest()
  await page.goto(await rep.getByRole('textbox', { name: 'Harvest center sign-up', exact: true }).inputValue())
  await fillPerson(page, newcomer)
  await fillCenter(page, company)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'Harvest Center Registration', SIGNED_UP)
  await rep.reload()
  const row = listRows(rep, 'Signed up by your link', company)
  await expect(row).toContainText('Email not confirmed')
  await expect(rep.getByText(newcomer.last_name), 'a sales rep sees no person').toHaveCount(0)
  await confirmEmail(page, newcomer)
  await rep.reload()
  await expect(row).toContainText('Active')
  await expectAccessible(rep)
  await rep.goto('/harvest-centers')
  await expect(rep.getByRole('main').getByText(company)).toBeVisible()
  await rep.goto('/messages')
  await expect(rep.getByRole('main').getByText(company).first()).toBeVisible()
})

const optionsOf = async (page: Page, referral: number) =>
  (await page.request.get(`/api/v1/harvest-centers/public-options/${referral}/`)).json()

test('a referral center signs up by the link of a harvest center, and can choose that center at once', async ({
  signedIn,
  guest,
  rows,
}) => {
  const [center, newcomer] = [await rows.center(), newSignUpPerson(rows)]
  const desk = await signedIn(center)
  await desk.goto('/referral-patients')
  const link = await desk.getByRole('textbox', { name: 'Sign-up link for referral harvest centers' }).inputValue()
  const page = await guest()
  await page.goto(link)
  await expect(page.getByText(`Sign up your practice to refer patients to ${center.company}.`)).toBeVisible()
  await fillPerson(page, newcomer)
  await fillCenter(page, rows.uniqueName('Quayside Practice'))
  await page.getByLabel('Postal Code').fill('')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Postal Code')).toHaveAccessibleDescription('This field is required.')
  await page.getByLabel('Postal Code').fill('B3H 1A1')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'Referral Harvest Center Registration', SIGNED_UP)
  await confirmEmail(page, newcomer)
  const { user } = await rows.session(newcomer)
  expect(await optionsOf(page, user.id)).toEqual([{ id: center.id, company: center.company }])
})

test('a referral center that signs up with an id only waits for the harvest center to confirm', async ({
  signedIn,
  guest,
  rows,
}) => {
  const [rep, center, company, newcomer] = [
    await signedIn('salesrep'),
    await rows.center(),
    rows.uniqueName('Quayside Practice'),
    newSignUpPerson(rows),
  ]
  await rep.goto('/dashboard')
  const link = await rep.getByRole('textbox', { name: 'Referral harvest center sign-up', exact: true }).inputValue()
  const page = await guest()
  await page.goto(`${link}&hcid=${center.id}`)
  await expect(page.getByText('The harvest center must confirm you first.')).toBeVisible()
  await expect(page.getByText(center.company)).toHaveCount(0)
  await fillPerson(page, newcomer)
  await fillCenter(page, company)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'Referral Harvest Center Registration', 'must confirm you')
  await confirmEmail(page, newcomer)
  const { user } = await rows.session(newcomer)
  await rows.call(newcomer, 'POST', `/api/v1/utilities/accept-agreement/${user.id}/`, { accepted: true })
  const practice = await signedIn(newcomer)
  await practice.goto('/dashboard')
  const waits = practice.getByText('Your harvest center has not confirmed you yet.')
  await expect(waits).toBeVisible()
  await expectAccessible(practice)
  expect(await optionsOf(page, user.id)).toEqual([])

  const desk = await signedIn(center)
  await desk.goto('/messages')
  await desk.getByRole('button', { name: /needs your confirmation/ }).click()
  await expect(desk).toHaveURL('/referral-patients')
  const row = listRows(desk, 'Needs your confirmation', company)
  await expect(row).toContainText(`${newcomer.first_name} ${newcomer.last_name}`)
  await expect(row).toContainText(newcomer.email)
  await expect(row).toContainText('+1 555 010 9900')
  await expectAccessible(desk)
  await row.getByRole('button', { name: `Confirm ${company}` }).click()
  await expect(desk.getByText('The referral harvest center is confirmed.')).toBeVisible()
  await expect(desk.getByText('No requests')).toBeVisible()
  expect(await optionsOf(page, user.id)).toEqual([{ id: center.id, company: center.company }])
  await practice.reload()
  await expect(practice.getByRole('heading', { name: 'Where your patients are' })).toBeVisible()
  await expect(waits).toHaveCount(0)
})

test('an invalid link shows an error before the form; without a link there is no form', async ({ page, rows, refusals }) => {
  const [center, rep] = [await rows.center(), await rows.rep()]
  for (const [path, says] of [
    ['/harvest-center-registration?srid=999999', 'This link is no longer valid'],
    [`/harvest-center-registration?srid=${center.id}`, 'This link is no longer valid'],
    ['/referral-harvest-center-registration?srid=abc', 'This link is no longer valid'],
    [`/referral-harvest-center-registration?srid=${rep.id}&hcid=abc`, 'This link is no longer valid'],
    [`/referral-harvest-center-registration?srid=${rep.id}&hcid=${center.id}#1.made-up`, 'Ask the harvest center for a new one.'],
    [`/referral-harvest-center-registration?srid=${rep.id}#1.made-up`, 'Ask the harvest center for a new one.'],
    [`/hc-staff-registration?hcid=${center.id}#1.made-up`, 'Ask the harvest center for a new one.'],
  ] as const) {
    if (path.includes('staff')) refusals.expect(404, '/api/v1/hc-staff/')
    if (path.includes('&hcid=') && path.includes('#')) refusals.expect(404, '/api/v1/harvest-centers/')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'This link cannot be used' })).toBeVisible()
    await expect(page.getByText(says)).toBeVisible()
    await expectAccessible(page)
  }
  for (const path of ['/harvest-center-registration', '/referral-harvest-center-registration', '/hc-staff-registration']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
  }
})

test('a link of an unknown center shows an error after the server was asked', async ({ page, rows, refusals }) => {
  const rep = await rows.rep()
  await page.goto(`/referral-harvest-center-registration?srid=${rep.id}&hcid=${rep.id}`)
  await fillPerson(page, newSignUpPerson(rows))
  await fillCenter(page, rows.uniqueName('Quayside Practice'))
  refusals.expect(422, '/api/v1/users/')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This link cannot be used' })).toBeVisible()
  await expect(page.getByText('This link is no longer valid')).toBeVisible()
})

test('the form for admins is locked until the domain password is right', async ({ page, rows, refusals }) => {
  const newcomer = newSignUpPerson(rows)
  await page.goto('/admin-registration-process')
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

test('a sign-up on a browser with an open session is still a visitor’s', async ({ signedIn, rows }) => {
  const newcomer = newSignUpPerson(rows)
  const page = await signedIn('admin')
  await page.goto('/sales-rep-registration')
  await fillPerson(page, newcomer)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('dialog', { name: 'Sales Rep Registration' })).toContainText(SIGNED_UP)
  const token = await verificationToken(page.request, newcomer.email)
  expect(await page.request.post('/auth/verify-email/', { data: { token, password: newcomer.password } })).toBeOK()
  expect((await rows.session(newcomer)).user.first_name, 'with the password that was chosen').toBe('Ines')
})

for (const [who, path, title] of [
  ['manager', '/add-sales-rep', 'Add Sales Rep'],
  ['distributor', '/add-sales-manager', 'Add Sales Manager'],
] as const) {
  test(`${title}: the new user sets a password by the mailed link and logs in`, async ({ signedIn, guest, rows }) => {
    const newcomer = newSignUpPerson(rows)
    const page = await signedIn(who)
    await page.goto(path)
    await page.getByLabel('First Name').fill(newcomer.first_name)
    await page.getByLabel('Last Name').fill(newcomer.last_name)
    await page.getByRole('textbox', { name: 'Email' }).fill(newcomer.email)
    await expectAccessible(page)
    await page.getByRole('button', { name: title }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toContainText(`We emailed a link to set the password to ${newcomer.email}.`)
    const view = await dialog.getByRole('link', { name: /^View sales/ }).getAttribute('href')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('textbox', { name: 'Email' }), 'the form is empty again').toHaveValue('')
    await page.goto(view ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(newcomer.last_name)
    const inbox = await guest()
    await inbox.goto(`/set-password#${await passwordToken(inbox.request, newcomer.email)}`)
    await inbox.getByLabel('New password').fill(newcomer.password)
    await inbox.getByLabel('Confirm password').fill(newcomer.password)
    await inbox.getByRole('button', { name: 'Set Password' }).click()
    await inbox.getByRole('link', { name: 'Login Page' }).click()
    await submitLogin(inbox, newcomer)
  })
}

test('documents of the domain are steps of a sign-up, and nothing leads past one that is not signed', async ({
  page,
  rows,
  refusals,
}) => {
  const { user } = await rows.session('salesrep')
  const data = [
    { template_id: 'one', title: 'Center Agreement' },
    { template_id: 'two', title: 'Terms of Processing' },
  ]
  await page.route('**/domain/file-signs/**', (route) => route.fulfill({ json: { data } }))
  // These templates do not exist: the step says so, and offers to try again.
  refusals.expect(422, '/auth/boldsign/')
  const showCountries = await holdAnswers(page, /address-rules/)
  await page.goto(`/harvest-center-registration?srid=${user.id}`)
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeHidden()
  await page.getByRole('button', { name: 'Next: Documents to Sign (2)' }).click()
  await expect(page.getByLabel('Clinic Name'), 'the form comes first').toHaveAccessibleDescription('This field is required.')
  showCountries()
  await expect(page.getByRole('combobox', { name: 'Country' }), 'the country of the business is filled in').toHaveValue(
    'United States',
  )
  await expect(page.getByLabel('Clinic Name'), 'and takes no mark away').toHaveAccessibleDescription('This field is required.')
  const newcomer = newSignUpPerson(rows)
  await fillPerson(page, { ...newcomer, email: 'admin@demo.example' })
  await fillCenter(page, rows.uniqueName('Clinic'))
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('A user with this email already exists.')
  await page.getByRole('button', { name: 'Next: Documents to Sign (2)' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' }), 'nobody signs in vain').toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(newcomer.email)
  await page.getByRole('button', { name: 'Next: Documents to Sign (2)' }).click()
  await expect(page.getByText('Documents to Sign 1/2')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Center Agreement' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('There was a problem processing this document.')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('First Name'), 'what was typed is still there').toHaveValue('Ines')
})
