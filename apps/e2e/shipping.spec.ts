import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'
import { FEE } from './paying.ts'
import { doWith, rowsOf } from './tables.ts'

test('the default location is there already, and another one is copied by choosing it', async ({ signedIn, rows }) => {
  const { user } = await rows.session('harvestcenter')
  const locations = await rows.call<{ location_name: string; address1: string; city: string; default: boolean }[]>(
    'harvestcenter',
    'GET',
    `/api/v1/locations/user/${user.id}/`,
  )
  const [first, surgery] = [locations[0], locations.find(({ location_name }) => location_name === 'Surgery suite')]
  const desk = await signedIn('harvestcenter')
  await desk.goto(FEE)
  await expect(desk.getByText(`${first?.address1}, ${first?.city}`).first(), 'folded, in one line').toBeVisible()
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

test('a center adds a location, makes it the default, and may not delete the last one', async ({ signedIn, rows, refusals }) => {
  const desk = await signedIn(await rows.center())
  const suite = rows.word('Suite')
  await desk.goto('/hc-locations')
  await expect(desk.getByText("Empty table. There's nothing to show")).toBeVisible()

  const drawer = desk.getByRole('dialog')
  const open = () => desk.getByRole('button', { name: 'Add Location' }).click()
  const fill = async (name: string) => {
    await drawer.getByLabel('Location Name').fill(name)
    await drawer.getByLabel('Address Line 1').fill('5 Harbor Way')
    await drawer.getByLabel('City').fill('Halifax')
    await drawer.getByLabel('Country').fill('Canada')
    await desk.getByRole('option', { name: 'Canada', exact: true }).click()
    await drawer.getByLabel('State').fill('Nova')
    await desk.getByRole('option', { name: 'Nova Scotia' }).click()
  }

  await test.step('the first is the default, and the postal code may stay blank', async () => {
    await open()
    await expect(drawer.getByRole('status').filter({ hasText: 'Loading Fields' })).toBeAttached()
    await drawer.getByRole('button', { name: 'Add Location' }).click()
    await expect(drawer.getByLabel('Address Line 1')).toHaveAccessibleDescription('This field is required.')
    await expect(drawer.getByRole('switch', { name: 'Default location' })).toBeDisabled()
    await fill('Main office')
    await expectAccessible(desk)
    await drawer.getByRole('button', { name: 'Add Location' }).click()
    await expect(drawer.getByText('Location has been added!')).toBeVisible()
    await expect(drawer, 'it closes by itself').toBeHidden()
    await expect(desk.getByRole('switch', { name: 'Main office is the default' })).toBeDisabled()
  })

  await test.step('the only one stays', async () => {
    refusals.expect(409, '/api/v1/locations/')
    await doWith(desk, rowsOf(desk, 'Locations', 'Main office'), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(desk.getByText('You only have one address, you need at least one address on your account.')).toBeVisible()
  })

  await test.step('another made the default moves to the top', async () => {
    await open()
    await fill(suite)
    await drawer.getByRole('button', { name: 'Add Location' }).click()
    await expect(drawer).toBeHidden()
    await expect(rowsOf(desk, 'Locations').first()).toContainText('Main office')
    // What can be seen of a switch is beside the input that it stands for.
    await desk.getByRole('switch', { name: `${suite} is the default` }).press('Space')
    await expect(desk.getByText('Default location has been updated!')).toBeVisible()
    await expect(rowsOf(desk, 'Locations').first()).toContainText(suite)
    await expectAccessible(desk)
  })

  await test.step('the default stays, the other one goes', async () => {
    await doWith(desk, rowsOf(desk, 'Locations', suite), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    const stays = 'You can not delete this location, select another default address before delete this location.'
    await expect(desk.getByText(stays)).toBeVisible()
    await doWith(desk, rowsOf(desk, 'Locations', 'Main office'), 'Delete')
    await desk.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(rowsOf(desk, 'Locations')).toHaveCount(1)
  })

  await test.step('what is changed is asked for before it is lost', async () => {
    await doWith(desk, rowsOf(desk, 'Locations', suite), 'Edit')
    await drawer.getByLabel('City').fill('Dartmouth')
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await desk.getByRole('button', { name: 'Stay' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.getByText('Location has been updated!')).toBeVisible()
    await expect(rowsOf(desk, 'Locations')).toContainText('Dartmouth')
  })
})
