/** A second business on the same portal. The brand of a business and its changes are in branding/settings.spec.ts. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, submitLogin, test } from './journey/journey.ts'
import { addDomain } from './journey/second-domain.ts'
import { accountOf } from './journey/users.ts'

test('a second business has its own brand at its own host name, no data of the first, and the steps of a new business', async ({
  openPage,
  refusals,
  baseURL,
  rows,
}) => {
  const { port } = new URL(baseURL ?? '')
  const identifier = `acme-${rows.key}`
  const host = `${identifier}.localhost`
  const page = await openPage({ baseURL: `http://${host}:${port}`, reducedMotion: 'reduce' })
  const [email, password] = ['head@acme.example', 'four unrelated words']

  await test.step('the link of the console leads from no portal to the first log-in', async () => {
    refusals.expect(404, '/')
    await page.goto('/')
    await expect(page.getByText('There is no portal at this web address.')).toBeVisible()
    await page.goto(await addDomain({ identifier, name: 'Acme Cells', host, admin: email, twoStep: 'none' }))
    await expect(page).toHaveTitle('Set Password — Acme Cells')
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Set Password' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Login Page' }).click()
    await submitLogin(page, { email, password })
  })

  const setUp = page.getByRole('region', { name: 'Set up your business' })
  await test.step('a center needs a rep and a lab first, and the form says where they come from', async () => {
    await expect(setUp).toContainText('0 of 8 steps done')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add Harvest Center' }).click()
    const adding = page.getByRole('dialog', { name: 'Add Harvest Center' })
    await expect(adding, 'where a first sales rep comes from').toContainText('There is no sales rep yet.')
    await expect(adding.getByLabel('Clinic name')).toBeFocused()
    await adding.getByRole('combobox', { name: 'Lab' }).click()
    await expect(adding.getByText('This field is required.'), 'the field that is left').toBeVisible()
    const labs = page.getByRole('listbox', { name: 'Lab' })
    await expect(labs, 'the error above moves the page only after the click').toContainText('Nothing to choose from yet')
    await adding.getByRole('button', { name: 'Close' }).click()
    await expect(adding).toBeHidden()
  })

  await test.step('a step leads to its screen, and is ticked by what is done there', async () => {
    await setUp.getByRole('link', { name: 'Add your logo and colour' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('White Label Settings')
    await page.getByLabel('Primary colour').fill('#0f766e')
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update Domain Information' }).click()
    await reloaded
    await page.getByRole('link', { name: 'Acme Cells' }).first().click()
    await expect(setUp).toContainText('1 of 8 steps done')
  })

  await test.step('the admin sees no users of the first business, who cannot log in here', async () => {
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page.getByText('1–1 of 1'), 'it has its own users').toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('demo.example')
    refusals.expect(401, '/auth/login/')
    const statusOfLogIn = async (body: string) => {
      const headers = { 'Content-Type': 'application/json' }
      return (await fetch('/auth/login/', { method: 'POST', headers, body })).status
    }
    expect(await page.evaluate(statusOfLogIn, JSON.stringify(accountOf('admin')))).toBe(401)
  })
})
