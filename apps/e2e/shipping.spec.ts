import { expect, test } from './journey.ts'
import { FEE } from './paying.ts'

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
