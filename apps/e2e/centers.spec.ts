import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { confirmEmail, fillPerson, newSignUpPerson, type SignUpPerson } from './journey/sign-ups.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'

const HARBORVIEW = 'Harborview Regenerative Medicine'
const CEDAR = 'Cedar Junction Surgical Arts'
const LAKEVIEW = 'Lakeview Plastic Surgery'
const STAFF = 'Mateo Reyes'

test('an admin sets the centers of a staff user and of a referral center, refuses one, and reads that a request is decided already', async ({
  signedIn,
  rows,
  request,
  refusals,
}) => {
  const [center, rep] = [(await rows.session('harvestcenter')).user.id, (await rows.session('salesrep')).user.id]
  const second = await rows.pendingReferralCenter({ id: center, rep })
  const admin = await signedIn('admin')

  await test.step('the second center of a staff user; one that became inactive is refused, and stays in the form', async () => {
    await admin.goto('/hc-staff-manager')
    await admin.getByRole('searchbox', { name: 'Search staff' }).fill('Reyes')
    const row = listRows(admin, 'Staff users', STAFF)
    await expect(listRows(admin, 'Staff users')).toHaveCount(1)
    await expect(row).toContainText(HARBORVIEW)
    await chooseRowAction(admin, row, 'Edit')
    const sheet = admin.getByRole('dialog', { name: STAFF })
    const centers = sheet.getByRole('combobox', { name: 'Harvest centers' })
    await chooseOption(centers, LAKEVIEW)
    const lakeview = (await rows.session(person('lakeview'))).user.id
    await rows.call('admin', 'GET', `/api/v1/users/set/inactive/${lakeview}/`)
    refusals.expect(422, '/api/v1/hc-staff/')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet.getByText('Nothing was saved. Please check the marked fields and try again.')).toBeVisible()
    await expect(sheet.getByText('Choose active harvest centers.')).toBeVisible()
    await expect(sheet.getByText(LAKEVIEW)).toBeVisible()
    await centers.press('Backspace')
    await chooseOption(centers, CEDAR)
    await expectAccessible(admin)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Record has been updated!')).toBeVisible()
    await expect(sheet, 'closes automatically').toBeHidden()
    await expect(row).toContainText(`${CEDAR}, ${HARBORVIEW}`)
  })

  const options = async (id: number) => (await request.get(`/api/v1/harvest-centers/public-options/${id}/`)).json()
  const idOf = async (name: string) => (await rows.session(person(name))).user.id

  await test.step('the centers that a referral center can choose', async () => {
    const inverness = await idOf('inverness')
    await openWithin(admin, '/rhc-manager?search=Inverness')
    const row = listRows(admin, 'Referral harvest centers', 'Inverness Park Physicians')
    await chooseRowAction(admin, row, 'Edit')
    const sheet = admin.getByRole('dialog', { name: 'Inverness Park Physicians' })
    await chooseOption(sheet.getByRole('combobox', { name: 'Harvest centers' }), CEDAR)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
    await expect(row).toContainText(CEDAR)
    expect(await options(inverness)).toContainEqual({ id: await idOf('cedar-junction'), company: CEDAR })
  })

  const willow = 'Willow Bend Family Health'
  const waiting = (company: string) => listRows(admin, 'Needs confirmation', company)
  await test.step('one that signed up is refused after a question', async () => {
    await expect(waiting(willow)).toContainText(HARBORVIEW)
    await waiting(willow)
      .getByRole('button', { name: `Refuse ${willow}` })
      .click()
    await admin
      .getByRole('dialog', { name: `Refuse ${willow}?` })
      .getByRole('button', { name: 'Refuse' })
      .click()
    await expect(admin.getByText('The referral harvest center is refused.')).toBeVisible()
    await expect(waiting(willow)).toHaveCount(0)
    expect(await options(await idOf('willow-bend'))).toEqual([])
  })

  await test.step('a request that the center decided meanwhile is not decided again', async () => {
    const path = '/api/v1/rhc-association/requests/'
    const { results } = await rows.call<{ results: { id: number }[] }>('harvestcenter', 'GET', path)
    await rows.call('harvestcenter', 'POST', `${path}${results[0]?.id}/decide/`, { decision: 'refused' })
    refusals.expect(409, path)
    await waiting(second.company)
      .getByRole('button', { name: `Confirm ${second.company}` })
      .click()
    const alert = admin.getByRole('dialog', { name: 'Not saved' })
    await expect(alert).toContainText('This request was refused in the meantime.')
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(waiting(second.company)).toHaveCount(0)
  })
})

test('a center refuses a staff sign-up and gets another staff user by its link; one whom it removes is out at once', async ({
  signedIn,
  request,
  rows,
  refusals,
}) => {
  const { id, company } = (await rows.session('harvestcenter')).user
  const [owner, desk] = [await signedIn('harvestcenter'), await signedIn(person('mateo.reyes'))]
  const waiting = (newcomer: SignUpPerson) => listRows(owner, 'Waiting for confirmation', newcomer.last_name)
  const [first, second] = [newSignUpPerson(rows), newSignUpPerson(rows)]

  await test.step('the center refuses the first one', async () => {
    const { link } = await rows.call<{ link: string }>('harvestcenter', 'GET', `/api/v1/hc-staff/${id}/sign-up-link/`)
    const data = { ...first, subscription: 9, staff_hc_ids: [id], key: new URL(link).hash.slice(1) }
    await expect(await request.post('/api/v1/users/', { data })).toBeOK()
    await owner.goto('/staff-view')
    await expect(listRows(owner, 'Your staff')).toHaveCount(3)
    await expect(owner.getByRole('img', { name: 'QR code of Staff sign-up' })).toBeVisible()
    await expect(waiting(first)).toBeVisible()
    await expectAccessible(owner)
    await chooseRowAction(owner, waiting(first), 'Refuse')
    await owner.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await expect(owner.getByText('The sign-up has been refused.')).toBeVisible()
    await expect(waiting(first)).toHaveCount(0)
  })

  await test.step('the second one signs up by the link, in the browser of a colleague', async () => {
    await desk.goto(await owner.getByRole('textbox', { name: 'Staff sign-up' }).inputValue())
    await expect(desk.getByText(`You were invited by ${company}.`)).toBeVisible()
    await fillPerson(desk, second)
    await desk.getByRole('button', { name: 'Sign Up' }).click()
    const dialog = desk.getByRole('dialog', { name: 'HC Staff Registration' })
    await expect(dialog).toContainText('Your account has been created. Open the link in the email that we sent you')
    await dialog.getByRole('button', { name: 'Login Page' }).click()
    await expect(desk, 'of the open session').toHaveURL('/dashboard')
    await confirmEmail(request, second)
  })

  const banner = desk.getByRole('region', { name: 'Acting as another user' })
  await test.step('the colleague enters the center', async () => {
    const centers = desk.getByRole('list', { name: 'Your harvest centers' }).getByRole('listitem')
    await expect(centers).toHaveText([new RegExp(company)])
    await desk.getByRole('button', { name: `Enter ${company}` }).click()
    await expect(banner).toContainText(`You are logged in as ${company}, as ${STAFF}.`)
    await expect(banner.getByRole('button', { name: 'Go back to your Account' })).toBeVisible()
    await expect(desk.getByRole('heading', { level: 1, name: company })).toBeVisible()
    await openWithin(desk, '/staff-view')
    await expect(listRows(desk, 'Your staff', 'Reyes')).toBeVisible()
    await expect(desk.getByRole('button', { name: /^Actions for/ }), 'staff cannot remove staff').toHaveCount(0)
    await expect(desk.getByRole('heading', { name: 'Sign-up link' }), 'staff cannot invite').toHaveCount(0)
  })

  await test.step('the center removes the colleague, and has the new staff user', async () => {
    refusals.expect(401, '/')
    const told = expect(desk.getByText('Your access to that account has ended. You are back in your own account.')).toBeVisible()
    await chooseRowAction(owner, listRows(owner, 'Your staff', STAFF), 'Remove')
    await owner
      .getByRole('dialog', { name: `Remove ${STAFF}?` })
      .getByRole('button', { name: 'Remove' })
      .click()
    await Promise.all([expect(owner.getByText('The staff user has been removed.')).toBeVisible(), told])
    await expect(listRows(owner, 'Your staff', STAFF)).toHaveCount(0)
    await expect(listRows(owner, 'Your staff', second.last_name)).toContainText(`by ${company}`)
    await expect(waiting(second)).toHaveCount(0)
    await expect(desk.getByRole('button', { name: `Account of ${STAFF}` })).toBeVisible()
    await expect(banner).toHaveCount(0)
  })

  await test.step('the center is told that an admin has removed a staff user already', async () => {
    const hana = (await rows.session(person('hana.novak'))).user.id
    await rows.call('admin', 'PATCH', `/api/v1/hc-staff/${hana}/`, { staff_hc_ids: '' })
    refusals.expect(404, '/api/v1/hc-staff/remove-user/')
    await chooseRowAction(owner, listRows(owner, 'Your staff', 'Hana Novak'), 'Remove')
    await owner.getByRole('dialog', { name: 'Remove Hana Novak?' }).getByRole('button', { name: 'Remove' }).click()
    const alert = owner.getByRole('dialog', { name: 'Not removed' })
    await expect(alert).toContainText('This person does not work for this center.')
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(alert).toBeHidden()
    await expect(listRows(owner, 'Your staff', 'Hana Novak')).toHaveCount(0)
  })
})
