import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'

const HARBORVIEW = 'Harborview Regenerative Medicine'
const CEDAR = 'Cedar Junction Surgical Arts'
const LAKEVIEW = 'Lakeview Plastic Surgery'

test('an admin gives a staff user a second center; the first one removes the user, who is out at once', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const [admin, desk, owner] = [await signedIn('admin'), await signedIn(person('mateo.reyes')), await signedIn('harvestcenter')]
  const name = 'Mateo Reyes'

  await test.step('the second center; one that became inactive is refused, and stays in the form', async () => {
    await admin.goto('/hc-staff-manager')
    await admin.getByRole('searchbox', { name: 'Search staff' }).fill('Reyes')
    const row = listRows(admin, 'Staff users', name)
    await expect(listRows(admin, 'Staff users')).toHaveCount(1)
    await expect(row).toContainText(HARBORVIEW)
    await chooseRowAction(admin, row, 'Edit')
    const sheet = admin.getByRole('dialog', { name })
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

  const banner = desk.getByRole('region', { name: 'Acting as another user' })
  await test.step('the staff user enters one of the centers', async () => {
    await desk.goto('/dashboard')
    const centers = desk.getByRole('list', { name: 'Your harvest centers' }).getByRole('listitem')
    await expect(centers).toHaveText([new RegExp(CEDAR), new RegExp(HARBORVIEW)])
    await desk.getByRole('button', { name: `Enter ${HARBORVIEW}` }).click()
    await expect(banner).toContainText(`You are logged in as ${HARBORVIEW}, as ${name}.`)
    await expect(banner.getByRole('button', { name: 'Go back to your Account' })).toBeVisible()
    await expect(desk.getByRole('heading', { level: 1, name: HARBORVIEW })).toBeVisible()
    await openWithin(desk, '/staff-view')
    await expect(listRows(desk, 'Your staff', 'Reyes')).toBeVisible()
    await expect(desk.getByRole('button', { name: /^Actions for/ }), 'staff cannot remove staff').toHaveCount(0)
    await expect(desk.getByRole('heading', { name: 'Sign-up link' }), 'staff cannot invite').toHaveCount(0)
  })

  await test.step('the center removes the staff user', async () => {
    await owner.goto('/staff-view')
    await expect(listRows(owner, 'Your staff')).toHaveCount(3)
    await expect(owner.getByRole('img', { name: 'QR code of Staff sign-up' })).toBeVisible()
    refusals.expect(401, '/')
    const told = expect(desk.getByText('Your access to that account has ended. You are back in your own account.')).toBeVisible()
    await chooseRowAction(owner, listRows(owner, 'Your staff', name), 'Remove')
    await owner
      .getByRole('dialog', { name: `Remove ${name}?` })
      .getByRole('button', { name: 'Remove' })
      .click()
    await Promise.all([expect(owner.getByText('The staff user has been removed.')).toBeVisible(), told])
    await expect(listRows(owner, 'Your staff')).toHaveCount(2)
    await expect(desk.getByRole('button', { name: `Account of ${name}` })).toBeVisible()
    await expect(banner).toHaveCount(0)
  })

  await test.step('a staff user whom an admin took away meanwhile cannot be removed again', async () => {
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

test('an admin sets the centers of a referral center, refuses another one, and reads that a request is decided already', async ({
  signedIn,
  rows,
  request,
  refusals,
}) => {
  const [center, rep] = [(await rows.session('harvestcenter')).user.id, (await rows.session('salesrep')).user.id]
  const second = await rows.pendingReferralCenter({ id: center, rep })
  const admin = await signedIn('admin')
  const options = async (id: number) => (await request.get(`/api/v1/harvest-centers/public-options/${id}/`)).json()
  const idOf = async (name: string) => (await rows.session(person(name))).user.id

  await test.step('the centers that a referral center can choose', async () => {
    const inverness = await idOf('inverness')
    await admin.goto('/rhc-manager?search=Inverness')
    const row = listRows(admin, 'Referral harvest centers', 'Inverness Park Physicians')
    await chooseRowAction(admin, row, 'Edit')
    const sheet = admin.getByRole('dialog', { name: 'Inverness Park Physicians' })
    await chooseOption(sheet.getByRole('combobox', { name: 'Harvest centers' }), CEDAR)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Record has been updated!')).toBeVisible()
    await expect(row).toContainText(CEDAR)
    expect(await options(inverness)).toContainEqual({ id: await idOf('cedar-junction'), company: CEDAR })
  })

  const willow = 'Willow Bend Family Health'
  const waiting = (company: string) => listRows(admin, 'Needs confirmation', company)
  await test.step('one that signed up is refused after a question', async () => {
    await expect(waiting(willow)).toContainText(HARBORVIEW)
    const refuse = waiting(willow).getByRole('button', { name: `Refuse ${willow}` })
    await refuse.click()
    const question = admin.getByRole('dialog', { name: `Refuse ${willow}?` })
    await expectAccessible(admin)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await refuse.click()
    await question.getByRole('button', { name: 'Refuse' }).click()
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
