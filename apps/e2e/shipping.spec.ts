import { expectAccessible } from './journey/accessible.ts'
import { FEE_PATH } from './journey/checkout-form.ts'
import { expect, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'
import { payFee } from './shipping/fees.ts'

test('the default location is filled in, and selecting another one copies it', async ({ signedIn, rows }) => {
  const { user } = await rows.session('harvestcenter')
  const locations = await rows.call<{ location_name: string; address1: string; city: string; default: boolean }[]>(
    'harvestcenter',
    'GET',
    `/api/v1/locations/user/${user.id}/`,
  )
  const [first, surgery] = [locations[0], locations.find(({ location_name }) => location_name === 'Surgery suite')]
  const desk = await signedIn('harvestcenter')
  await desk.goto(FEE_PATH)
  await expect(desk.getByText(`${first?.address1}, ${first?.city}`).first(), 'shown on one line').toBeVisible()
  await desk.getByRole('button', { name: 'Shipping', exact: true }).click()
  const pick = desk.getByRole('combobox', { name: 'Location' }).last()
  await expect(pick).toHaveValue(`Main office, ${first?.city} (default)`)
  const street = desk.getByLabel('Address line 1').last()
  await expect(street).toHaveValue(first?.address1 ?? '')
  await pick.click()
  await desk.getByRole('option', { name: /^Surgery suite/ }).click()
  await expect(street).toHaveValue(surgery?.address1 ?? '')
  await street.fill('')
  await desk.getByRole('button', { name: 'Proceed Checkout' }).click()
  await expect(street).toHaveAccessibleDescription('This field is required.')
})

test('a center adds a location, makes it the default, and cannot delete the last one', async ({ signedIn, rows, refusals }) => {
  const desk = await signedIn(await rows.center())
  const suite = rows.uniqueName('Suite')
  await desk.goto('/hc-locations')
  await expect(desk.getByText("Empty table. There's nothing to show")).toBeVisible()

  const drawer = desk.getByRole('dialog', { name: / location$/ })
  const open = () => desk.getByRole('button', { name: 'Add location' }).click()
  const fill = async (name: string) => {
    await drawer.getByLabel('Location name').fill(name)
    await drawer.getByLabel('Address line 1').fill('5 Harbor Way')
    await drawer.getByLabel('City').fill('Halifax')
    await drawer.getByLabel('Country').fill('Canada')
    await desk.getByRole('option', { name: 'Canada', exact: true }).click()
    await drawer.getByLabel('State').fill('Nova')
    await desk.getByRole('option', { name: 'Nova Scotia' }).click()
  }

  await test.step('the first location is the default, and the postal code is optional', async () => {
    await open()
    await expect(drawer.getByRole('status').filter({ hasText: 'Loading Fields' })).toBeAttached()
    await drawer.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer.getByLabel('Address line 1')).toHaveAccessibleDescription('This field is required.')
    await expect(drawer.getByRole('switch', { name: 'Default location' })).toBeDisabled()
    await fill('Main office')
    await expectAccessible(desk)
    await drawer.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer.page().getByText('Location has been added!')).toBeVisible()
    await expect(drawer, 'closes automatically').toBeHidden()
    await expect(desk.getByRole('switch', { name: 'Main office is the default' })).toBeDisabled()
  })

  await test.step('the last location stays', async () => {
    refusals.expect(409, '/api/v1/locations/')
    await chooseRowAction(desk, listRows(desk, 'Locations', 'Main office'), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(desk.getByText('You only have one address, you need at least one address on your account.')).toBeVisible()
  })

  await test.step('a new default moves to the top', async () => {
    await open()
    await fill(suite)
    await drawer.getByRole('button', { name: 'Add location' }).click()
    await expect(drawer).toBeHidden()
    await expect(listRows(desk, 'Locations').first()).toContainText('Main office')
    // The visible part of a switch is next to its input.
    await desk.getByRole('switch', { name: `${suite} is the default` }).press('Space')
    await expect(desk.getByText('Default location has been updated!')).toBeVisible()
    await expect(listRows(desk, 'Locations').first()).toContainText(suite)
    await expectAccessible(desk)
  })

  await test.step('the default stays, the other location is deleted', async () => {
    await chooseRowAction(desk, listRows(desk, 'Locations', suite), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    const stays = 'You can not delete this location, select another default address before delete this location.'
    await expect(desk.getByText(stays)).toBeVisible()
    await chooseRowAction(desk, listRows(desk, 'Locations', 'Main office'), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(listRows(desk, 'Locations')).toHaveCount(1)
  })

  await test.step('unsaved changes ask for confirmation', async () => {
    await chooseRowAction(desk, listRows(desk, 'Locations', suite), 'Edit')
    await drawer.getByLabel('City').fill('Dartmouth')
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: 'Stay' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.page().getByText('Location has been updated!')).toBeVisible()
    await expect(listRows(desk, 'Locations')).toContainText('Dartmouth')
  })
})

test('from a request to a label by the carrier, a mail, and the way back to the center', async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  await rows.signDocuments(center, patient)
  const desk = await signedIn(center)
  const admin = await signedIn('admin')
  const row = listRows(desk, 'Processing fees', patient.last_name)

  await test.step('the center requests a label', async () => {
    await desk.goto('/fedex-request-label')
    await row.getByRole('button', { name: /^Request label for/ }).click()
    await expect(desk.getByRole('status').filter({ hasText: 'Loading Fields' })).toBeAttached()
    await expect(desk.getByLabel('Harvest center email')).toHaveValue(center.email)
    await desk.getByRole('button', { name: 'Go Back' }).click()
    await row.getByRole('button', { name: /^Request label for/ }).click()
    await desk
      .getByRole('button', { name: new RegExp(`Remove .*${patient.last_name}`) })
      .or(desk.locator('.mantine-Pill-remove'))
      .first()
      .click()
    await desk.getByRole('button', { name: 'Request label', exact: true }).click()
    await expect(desk.getByRole('alert').filter({ hasText: 'Please select a patient(s)' })).toBeVisible()
    await desk.getByRole('button', { name: 'OK' }).click()
    await desk.getByLabel('Patients').first().click()
    await desk.getByRole('option', { name: patient.last_name }).click()
    await desk.getByRole('option', { name: 'Other' }).click()
    await desk.getByLabel('Patients').first().press('Escape')
    await desk.getByRole('button', { name: 'Request label', exact: true }).click()
    await expect(desk.getByLabel('Patient name')).toHaveAccessibleDescription('Enter the name of the patient.')
    await desk.getByLabel('Patient name').fill('Mara Okonjo')
    refusals.expect(409, '/api/v1/fedex-requests/')
    await desk.getByRole('button', { name: 'Request label', exact: true }).click()
    await expect(desk.getByRole('alert').filter({ hasText: 'A patient without an account has no documents.' })).toBeVisible()
    await desk.getByLabel('Patients').first().click()
    await desk.getByRole('option', { name: 'Other' }).click()
    await desk.getByLabel('Patients').first().press('Escape')
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Request label', exact: true }).click()
    const done = desk.getByRole('dialog', { name: 'Fedex Label has been requested!' })
    await done.getByRole('button', { name: 'Close' }).click()
    await expect(row).toContainText('Pending')
    await expectAccessible(desk)
  })

  await test.step('an admin has the carrier make the label and notifies the center', async () => {
    await admin.goto('/fedex-requests')
    await admin.getByLabel('Search requests').fill(center.company)
    await admin.getByLabel('Search requests').press('Enter')
    const request = listRows(admin, 'Label requests', center.company)
    await expect(request).toContainText(patient.last_name)
    await chooseRowAction(admin, request, 'Edit label')
    const drawer = admin.getByRole('dialog', { name: /^Label for/ })
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByLabel('Tracking number')).toHaveAccessibleDescription('This field is required.')
    await expectAccessible(admin)
    await drawer.getByRole('button', { name: 'Make Label' }).click()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue(/^SIM\d{12}$/)
    await drawer.getByRole('button', { name: 'Save and Send Notification' }).click()
    await expect(admin.getByText('Are you sure you want to sent this Fedex Label file email notification?')).toBeVisible()
    await admin.getByRole('button', { name: 'Save and Send', exact: true }).click()
    await expect(drawer.getByText('Fedex Label/Tracking Number have been added and Email Notification Sent!')).toBeVisible()
    await expect(drawer, 'closes automatically').toBeHidden()
    await expectAccessible(admin)
  })

  await test.step('the mailed link opens the label for the center', async () => {
    await openMail(desk, center.email, 'Your shipping label is ready')
    await expect(desk.locator('body')).toContainText(/SIM\d{12}/)
    await desk.goto('/fedex-request-label')
    await expect(row).toContainText('Requested')
    await expect(row).toContainText('Label ready')
    const [answer] = await Promise.all([
      desk.waitForResponse((response) => response.url().includes('/label-link/')),
      row.getByRole('button', { name: 'View label' }).click(),
    ])
    const { link } = await answer.json()
    const file = await desk.request.get(link)
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect((await desk.request.get(link.split('?')[0])).status(), 'without the link the label is closed').toBe(401)
  })

  await test.step('the tracking number opens the carrier’s page of the parcel', async () => {
    const { href } = await row.getByRole('link', { name: /^SIM/ }).evaluate((link: HTMLAnchorElement) => ({ href: link.href }))
    const page = await desk.request.get(href)
    expect([page.status(), await page.text()]).toEqual([200, expect.stringContaining('Label created')])
  })

  await test.step('the admin cancels the label: the request is open again, and the center is notified', async () => {
    const request = listRows(admin, 'Label requests', center.company)
    await chooseRowAction(admin, request, 'Edit label')
    const drawer = admin.getByRole('dialog', { name: /^Label for/ })
    await drawer.getByRole('button', { name: 'Cancel label' }).click()
    const question = admin.getByRole('dialog', { name: 'Cancel this label?' })
    await expect(question).toContainText('The label becomes invalid')
    await expectAccessible(admin)
    await question.getByRole('button', { name: 'Cancel label' }).click()
    await expect(drawer.getByRole('button', { name: 'Make Label' })).toBeVisible()
    await expect(drawer.getByLabel('Tracking number')).toHaveValue('')
    await openMail(desk, center.email, 'Your shipping label was cancelled')
    await expect(desk.locator('body')).toContainText('Please do not use it.')
    await desk.goto('/fedex-request-label')
    await expect(row).toContainText('Pending')
  })
})

test('pending documents of a patient block the label request', async ({ signedIn, rows, request }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  await payFee(rows, center, patient)
  const signer = { name: `${patient.first_name} ${patient.last_name}`, email: patient.email }
  await rows.call(center, 'POST', '/api/v1/documents/send/', { harvest_center_id: center.id, ...signer })
  const desk = await signedIn(center)
  await desk.goto('/fedex-request-label')
  await listRows(desk, 'Processing fees', patient.last_name)
    .getByRole('button', { name: /^Request label for/ })
    .click()
  const words = 'This patient has pending documents to be signed. Please sign all patients documents to request a Fedex Label'
  await expect(desk.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await desk.getByRole('button', { name: 'OK' }).click()
  await expect(desk.getByLabel('Harvest center email')).toHaveCount(0)

  await test.step('and the server refuses it too', async () => {
    const { token } = await rows.session(center)
    const data = {
      ...{ harvest_center: center.id, harvest_center_email: center.email, harvest_center_representative: 'Ruth Keller' },
      ...{
        patients_ids: String(patient.id),
        unsigned_confirmed: true,
        address1: '18 Alder Street',
        city: 'Portland',
        state_desc: 'Oregon',
      },
      ...{ country_desc: 'United States', zip_code: '97201' },
    }
    const answer = await request.post('/api/v1/fedex-requests/', { headers: { Authorization: `Token ${token}` }, data })
    expect([answer.status(), (await answer.json()).message]).toEqual([409, words])
  })
})
