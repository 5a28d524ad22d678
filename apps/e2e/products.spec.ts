/** The Product Manager: an admin changes prices, and switches products off and on. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

test('an admin changes the price of a product and takes it off sale for a moment', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  const row = listRows(admin, 'Products', 'Banner')
  await admin.goto('/product-manager')
  await expect(admin.getByRole('heading', { name: 'Product Manager' })).toBeVisible()

  await test.step('the filter finds a part of the name in any case', async () => {
    await admin.getByRole('searchbox', { name: 'Search products' }).fill('BAN')
    await expect(listRows(admin, 'Products')).toHaveCount(1)
    await expect(row).toBeVisible()
  })

  await test.step('the dialog updates price and shipping; a failure is an alert with the message of the server', async () => {
    await chooseRowAction(admin, row, 'Edit price')
    const form = admin.getByRole('dialog', { name: 'Edit Product Price(Banner)' })
    const price = form.getByRole('textbox', { name: 'Price', exact: true })
    await price.fill('')
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(price).toHaveAccessibleDescription('Enter an amount.')
    await price.fill('190.25')
    await form.getByLabel('Shipping').fill('21')
    await expectAccessible(admin)
    const call = '**/api/v1/product-prices/update-create/'
    refusals.expect(409, '/api/v1/product-prices/update-create/')
    await admin.route(call, (route) => route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not now, please.' } }))
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(admin.getByRole('alert').filter({ hasText: 'Not now, please.' })).toBeVisible()
    await admin.getByRole('button', { name: 'OK' }).click()
    await admin.unroute(call)
    await form.getByRole('button', { name: 'Update' }).click()
    await expect(admin.getByText('The price has been updated.')).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row).toContainText(/\$190\.25.*\$21\.00/)
  })

  await test.step('a product is switched off and on', async () => {
    const onSale = admin.getByRole('switch', { name: 'Banner is on sale' })
    await expect(onSale).toBeChecked()
    await onSale.click({ force: true })
    await expect(admin.getByText('The product is no longer on sale.')).toBeVisible()
    await expect(onSale).not.toBeChecked()
    // It is disabled until the list has loaded again.
    await expect(onSale).toBeEnabled()
    await onSale.click({ force: true })
    await expect(admin.getByText('The product is on sale.')).toBeVisible()
    await expect(onSale).toBeChecked()
  })
})
