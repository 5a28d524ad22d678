import { expectAccessible } from './journey/accessible.ts'
import { expect, submitLogin, test } from './journey/journey.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'

const observer = { email: 'noor.rahman@demo.example', password: 'demo-portal' }

test('a lab sees the patients of a center only after the center moved to it', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const westLab = { email: 'west-lab@demo.example', password: 'demo-portal' }
  const search = encodeURIComponent(patient.last_name)
  const seen = () => rows.call<{ count: number }>(westLab, 'GET', `/api/v1/users/patient/list/?search=${search}`)
  expect((await seen()).count).toBe(0)

  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?user=${center.id}`)
  const drawer = admin.getByRole('dialog', { name: center.company })
  await expect(drawer.getByRole('region', { name: 'Belongs to' })).toContainText('Meridian Processing Laboratory')
  await expect(drawer.getByRole('region', { name: 'Belongs to' })).toContainText('Elena Navarro')
  await expect(drawer.getByRole('tab', { name: 'Lab record' }), 'a center has no lab record').toHaveCount(0)
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer.getByLabel('Company').fill('')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByLabel('Company')).toHaveAccessibleDescription('This field is required.')
  await drawer.getByLabel('Company').fill(center.company)
  await chooseOption(drawer.getByRole('combobox', { name: 'Lab' }), 'Meridian West Laboratory')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.page().getByText('Record has been updated!')).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Belongs to' })).toContainText('Meridian West Laboratory')
  expect((await seen()).count).toBe(1)
})

test('a new center sees empty lists, and its patients once their tissue was shipped', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const desk = await signedIn(center)
  await desk.goto('/dashboard')
  await expect(desk.getByRole('heading', { level: 1, name: center.company })).toBeVisible()
  await expect(desk.getByText('Nothing to do')).toBeVisible()
  await expect(desk.getByText("Empty table. There's nothing to show").first()).toBeVisible()
  const patient = await rows.patient(center.id)
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { date_adipose_shipped_to_lab: '2026-03-01' })
  await desk.reload()
  await expect(listRows(desk, 'Patients in processing', patient.last_name)).toContainText('Shipped to the lab')
})

test('a staff user with a second center sees both centers and enters one', async ({ signedIn, rows }) => {
  const [first, second] = [await rows.center(), await rows.center()]
  const staff = await rows.staff([first.id])
  const admin = await signedIn('admin')
  await admin.goto('/hc-staff-manager')
  await admin.getByRole('searchbox', { name: 'Search staff' }).fill(staff.last_name)
  const row = listRows(admin, 'Staff users', staff.last_name)
  await expect(row).toContainText(first.company)
  await chooseRowAction(admin, row, 'Edit')
  const sheet = admin.getByRole('dialog', { name: `${staff.first_name} ${staff.last_name}` })
  await chooseOption(sheet.getByRole('combobox', { name: 'Harvest centers' }), second.company)
  await expectAccessible(admin)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.page().getByText('Record has been updated!')).toBeVisible()
  await expect(sheet, 'closes automatically').toBeHidden()
  await expect(row).toContainText(`${first.company}, ${second.company}`)
  await admin.getByRole('searchbox', { name: 'Search staff' }).fill(second.company)
  await expect(listRows(admin, 'Staff users'), 'the search finds staff by the company of a center').toHaveCount(1)

  const desk = await signedIn(staff)
  await desk.goto('/dashboard')
  const centers = desk.getByRole('list', { name: 'Your harvest centers' }).getByRole('listitem')
  await expect(centers).toHaveText([new RegExp(first.company), new RegExp(second.company)])
  await desk.getByRole('button', { name: `Enter ${second.company}` }).click()
  await expect(desk.getByRole('heading', { level: 1, name: second.company })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Go back to your Account' })).toBeVisible()
  await desk.goto('/staff-view')
  await expect(listRows(desk, 'Your staff', staff.last_name)).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Actions for/ }), 'staff cannot remove staff').toHaveCount(0)
  await expect(desk.getByRole('heading', { name: 'Sign-up link' }), 'staff cannot invite').toHaveCount(0)
})

test('a refused change shows its error for 3 s and keeps the selection', async ({ signedIn, rows, refusals }) => {
  const [first, second] = [await rows.center(), await rows.center()]
  const staff = await rows.staff([first.id])
  const admin = await signedIn('admin')
  await admin.goto(`/hc-staff-manager?search=${staff.id}`)
  await chooseRowAction(admin, listRows(admin, 'Staff users', staff.last_name), 'Edit')
  const sheet = admin.getByRole('dialog', { name: `${staff.first_name} ${staff.last_name}` })
  await chooseOption(sheet.getByRole('combobox', { name: 'Harvest centers' }), second.company)
  await rows.call('admin', 'GET', `/api/v1/users/set/inactive/${second.id}/`)
  refusals.expect(422, `/api/v1/hc-staff/${staff.id}/`)
  await sheet.getByRole('button', { name: 'Save' }).click()
  const said = sheet.getByText('Nothing was saved. Please check the marked fields and try again.')
  await expect(said).toBeVisible()
  await expect(said).toBeHidden()
  await expect(sheet.getByText('Choose active harvest centers.')).toBeVisible()
  await expect(sheet.getByText(second.company)).toBeVisible()
})

test('a center copies its sign-up link, and removes a staff user, who is out of it at once', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const center = await rows.center()
  const [leaving, staying] = [await rows.staff([center.id]), await rows.staff([center.id])]
  const desk = await signedIn(leaving)
  await desk.goto('/dashboard')
  await desk.getByRole('button', { name: `Enter ${center.company}` }).click()
  await expect(desk.getByRole('heading', { level: 1, name: center.company })).toBeVisible()

  const owner = await signedIn(center)
  await owner.goto('/staff-view')
  await expect(owner.getByRole('textbox', { name: 'Staff sign-up' })).toHaveValue(
    new RegExp(`/hc-staff-registration\\?hcid=${center.id}#`),
  )
  await expect(owner.getByRole('img', { name: 'QR code of Staff sign-up' })).toBeVisible()
  refusals.expect(401, '/')
  await chooseRowAction(owner, listRows(owner, 'Your staff', leaving.last_name), 'Remove')
  await owner
    .getByRole('dialog', { name: `Remove ${leaving.first_name} ${leaving.last_name}?` })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(owner.getByText('The staff user has been removed.')).toBeVisible()
  await expect(listRows(owner, 'Your staff')).toHaveCount(1)

  await expect(desk.getByText('Your access to that account has ended. You are back in your own account.')).toBeVisible()
  await expect(desk.getByRole('button', { name: `Account of ${leaving.first_name} ${leaving.last_name}` })).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Acting as another user' })).toHaveCount(0)

  await rows.call('admin', 'PATCH', `/api/v1/hc-staff/${staying.id}/`, { staff_hc_ids: '' })
  refusals.expect(404, '/api/v1/hc-staff/remove-user/')
  await chooseRowAction(owner, listRows(owner, 'Your staff', staying.last_name), 'Remove')
  await owner
    .getByRole('dialog', { name: `Remove ${staying.first_name} ${staying.last_name}?` })
    .getByRole('button', { name: 'Remove' })
    .click()
  const alert = owner.getByRole('dialog', { name: 'Not removed' })
  await expect(alert).toContainText('This person does not work for this center.')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()
  await expect(owner.getByText("Empty table. There's nothing to show")).toBeVisible()
})

test('an admin sets the harvest centers of a referral center, which can then choose them', async ({
  signedIn,
  rows,
  request,
}) => {
  const [center, referral] = [await rows.center(), await rows.referralCenter()]
  const options = async () => (await request.get(`/api/v1/harvest-centers/public-options/${referral.id}/`)).json()
  expect(await options()).toEqual([])
  const admin = await signedIn('admin')
  await admin.goto(`/rhc-manager?search=${referral.id}`)
  const row = listRows(admin, 'Referral harvest centers', referral.company)
  await chooseRowAction(admin, row, 'Edit')
  const sheet = admin.getByRole('dialog', { name: referral.company })
  await chooseOption(sheet.getByRole('combobox', { name: 'Harvest centers' }), center.company)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.page().getByText('Record has been updated!')).toBeVisible()
  await expect(row).toContainText(center.company)
  expect(await options()).toEqual([{ id: center.id, company: center.company }])
})

test('an admin refuses a referral center after a confirmation; a request decided meanwhile shows that', async ({
  signedIn,
  rows,
  request,
  refusals,
}) => {
  const center = await rows.center()
  const [first, second] = [await rows.pendingReferralCenter(center), await rows.pendingReferralCenter(center)]
  const admin = await signedIn('admin')
  await admin.goto('/rhc-manager')
  const waiting = (company: string) => listRows(admin, 'Needs confirmation', company)
  await expect(waiting(first.company)).toContainText(center.company)
  await waiting(first.company)
    .getByRole('button', { name: `Refuse ${first.company}` })
    .click()
  const question = admin.getByRole('dialog', { name: `Refuse ${first.company}?` })
  await expectAccessible(admin)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await waiting(first.company)
    .getByRole('button', { name: `Refuse ${first.company}` })
    .click()
  await question.getByRole('button', { name: 'Refuse' }).click()
  await expect(admin.getByText('The referral harvest center is refused.')).toBeVisible()
  await expect(waiting(first.company)).toHaveCount(0)
  expect(await (await request.get(`/api/v1/harvest-centers/public-options/${first.id}/`)).json()).toEqual([])

  const path = '/api/v1/rhc-association/requests/'
  const { results } = await rows.call<{ results: { id: number }[] }>(center, 'GET', path)
  await rows.call(center, 'POST', `${path}${results[0]?.id}/decide/`, { decision: 'refused' })
  refusals.expect(409, path)
  await waiting(second.company)
    .getByRole('button', { name: `Confirm ${second.company}` })
    .click()
  const alert = admin.getByRole('dialog', { name: 'Not saved' })
  await expect(alert).toContainText('This request was refused in the meantime.')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(waiting(second.company)).toHaveCount(0)
})

test('a rep pages through its centers, five at a time', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const centers = []
  for (let n = 0; n < 6; n++) centers.push(await rows.center({ rep: rep.id }))
  const page = await signedIn(rep)
  await page.goto('/harvest-centers')
  await expect(page.getByRole('heading', { level: 1, name: "Your Associated Harvest Center's" })).toBeVisible()
  await expect(page.getByText('1–5 of 6')).toBeVisible()
  await expect(listRows(page, 'Harvest centers')).toHaveCount(5)
  await expect(listRows(page, 'Harvest centers').first()).toContainText(centers[5]?.company ?? '')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(listRows(page, 'Harvest centers')).toHaveCount(1)
  await expect(listRows(page, 'Harvest centers')).toContainText(centers[0]?.company ?? '')
  await expect(page).toHaveURL('/harvest-centers?offset=5')
  await page.goto('/referral-harvest-centers')
  await expect(page.getByText("Empty table. There's nothing to show")).toBeVisible()
  await page.getByRole('link', { name: 'Your referral links' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a lab finds its center and the patient of the center', async ({ signedIn, rows }) => {
  const lab = await rows.lab()
  const center = await rows.center({ lab: lab.id })
  const patient = await rows.patient(center.id)
  const page = await signedIn(lab)
  await page.goto('/dashboard')
  await expect(listRows(page, 'Harvest centers', center.company)).toBeVisible()
  await page.goto('/lab')
  await expect(page, 'without a lab the dashboard opens').toHaveURL('/dashboard')
  await page.goto(`/lab/${lab.id}`)
  await expect(page.getByRole('heading', { level: 1, name: lab.company })).toBeVisible()
  await page.getByRole('link', { name: center.company }).click()
  await expect(page).toHaveURL(`/lab/${lab.id}/harvest-center/${center.id}`)
  await expect(page.getByText(new RegExp(patient.last_name)).first()).toBeVisible()
})

test('an observer sees the centers of its lab only', async ({ guest, rows, refusals }) => {
  const { lab_id } = (await rows.session(observer)).user
  const center = (await rows.session('harvestcenter')).user
  const page = await guest()
  await page.goto('/')
  await submitLogin(page, observer, `**/lab/${lab_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Meridian Processing Laboratory' })).toBeVisible()
  await expect(listRows(page, 'Harvest centers').first()).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: /@|Clinic|Medicine/ }),
    'there are no links to patients',
  ).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/unauthorized')
  await page.getByRole('link', { name: 'Go to your lab' }).click()
  await expect(page).toHaveURL(`/lab/${lab_id}`)
  await page.goto(`/lab/${lab_id}/harvest-center/${center.id}`)
  await expect(page).toHaveURL('/unauthorized')
  const other = await rows.lab()
  refusals.expect(404, `/api/v1/processing-labs/${other.id}/`)
  await page.goto(`/lab/${other.id}`)
  await expect(page.getByText('This no longer exists, or you do not have access to it.')).toBeVisible()
})

test('a center sees only itself on the page of its lab', async ({ signedIn, rows }) => {
  const lab = await rows.lab()
  const [center, neighbour] = [await rows.center({ lab: lab.id }), await rows.center({ lab: lab.id })]
  const page = await signedIn(center)
  await page.goto(`/lab/${lab.id}`)
  await expect(listRows(page, 'Harvest centers')).toHaveText([new RegExp(center.company)])
  await expect(page.getByText(neighbour.company)).toHaveCount(0)
})
