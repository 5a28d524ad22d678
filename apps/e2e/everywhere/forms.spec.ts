/** The habits of all forms. */
import { newCenter } from '../checkout/new-center.ts'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { untilQuiet } from '../journey/quiet.ts'

test('a refused form lists its fields above, takes the focus there, and each link leads to its field', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-labs?add=lab')
  const dialog = admin.getByRole('dialog', { name: 'Add Lab' })
  await dialog.getByLabel('Lab name').fill(rows.uniqueName('Laboratory'))
  await dialog.getByLabel('Lab name').press('ControlOrMeta+Enter')
  const summary = dialog.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toHaveText('Please check these 3 fields: First name, Last name, Email')
  await expectAccessible(admin)

  await test.step('the links are in the order of the screen, and lead to the fields', async () => {
    await summary.getByRole('link', { name: 'Last name' }).click()
    await expect(dialog.getByLabel('Last name')).toBeFocused()
    await expect(dialog.getByLabel('Last name')).toHaveAccessibleDescription('This field is required.')
  })

  await test.step('the list does not move the field that is corrected', async () => {
    await untilQuiet(admin)
    const before = await dialog.getByLabel('Last name').boundingBox()
    await admin.keyboard.type('Moreau')
    await expect(summary).toHaveText('Please check these 2 fields: First name, Email')
    expect((await dialog.getByLabel('Last name').boundingBox())?.y).toBe(before?.y)
    await dialog.getByLabel('First name').fill('Ines')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('admin@demo.example')
    await expect(summary, 'all of them are changed').toBeHidden()
    expect((await dialog.getByLabel('Last name').boundingBox())?.y).toBe(before?.y)
    await dialog.getByLabel('First name').focus()
    await expect(summary, 'its place is closed').toHaveCount(0)
  })

  await test.step('a refusal of the server names its field in the same place, and nothing is lost', async () => {
    refusals.expect(409, '/api/v1/users/')
    await dialog.getByRole('button', { name: 'Add Lab' }).click()
    await expect(summary.getByRole('link', { name: 'Email' })).toBeVisible()
    await expect(summary).toBeFocused()
    await expect(dialog.getByLabel('First name')).toHaveValue('Ines')
  })

  await test.step('a corrected form sends once, however often it is submitted, closes at once, and its success is said once', async () => {
    await dialog.getByRole('textbox', { name: 'Email' }).fill(rows.email('lab'))
    await expect(summary, 'the refusal of the server goes with its field').toBeHidden()
    await untilQuiet(admin)
    let sent = 0
    admin.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/users/')) sent += 1
    })
    await dialog.getByLabel('Last name').evaluate((field: HTMLInputElement) => {
      for (let times = 0; times < 3; times += 1) field.form?.requestSubmit()
    })
    await expect(admin.getByText('Lab has been added.', { exact: false })).toHaveCount(1)
    await expect(dialog).toBeHidden()
    expect(sent).toBe(1)
  })
})

test('typing finds a country by another name, Enter takes it without sending, and the rest follows the country', async ({
  signedIn,
}) => {
  const desk = await signedIn(newCenter)
  await desk.goto('/hc-locations?add=new')
  const drawer = desk.getByRole('dialog', { name: 'Add location' })
  const country = drawer.getByRole('combobox', { name: 'Country' })
  await expect(country, 'the country of the domain').toHaveValue('United States')
  await drawer.getByLabel('Address line 1').fill('Torstraße 1')
  await drawer.getByLabel('City').fill('Berlin')

  await country.press('ControlOrMeta+A')
  await country.pressSequentially('deutsch')
  await country.press('Enter')
  await expect(country).toHaveValue('Germany')
  await expect(drawer.getByRole('alert'), 'nothing was sent').toHaveCount(0)
  await drawer.getByLabel('Postal code').fill('9720')
  await drawer.getByRole('button', { name: 'Add location' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Please check this field: Postal code')
  await expect(drawer.getByLabel('Postal code')).toHaveAccessibleDescription(/Enter a postal code such as 10115\./)

  await country.press('ControlOrMeta+A')
  await country.pressSequentially('usa')
  await country.press('Tab')
  await expect(country).toHaveValue('United States')
  const state = drawer.getByRole('combobox', { name: 'State' })
  await expect(state, 'follows the country').toBeFocused()
  await drawer.getByLabel('Postal code').fill('02116')
  await state.pressSequentially('ma')
  await expect(desk.getByRole('option', { name: 'Massachusetts' })).toHaveAttribute('data-combobox-selected')
  // The button is pressed while the state is only typed. A press by hand takes a while.
  await drawer.getByRole('button', { name: 'Add location' }).hover()
  await desk.mouse.down()
  await desk.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await desk.mouse.up()
  await expect(drawer).toBeHidden()
  await expect(desk.getByText('Massachusetts', { exact: false }), 'taken over').toBeVisible()
})
