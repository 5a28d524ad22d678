/** Every time that the specification names. Each journey fails when the time is halved or doubled. */
import { expectAfter, expectLasts, runUntilVisible, stopClock } from '../journey/clock.ts'
import { expect, type Locator, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { makePdf } from '../journey/pdf-file.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { addRegistrationTemplate, fillCenter, fillPerson, newSignUpPerson } from '../journey/sign-ups.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'
import { accountOf } from '../journey/users.ts'
import { payFee, requestLabel } from '../shipping/fees.ts'

const busy = { status: 503, json: { code: 'unavailable', message: 'Not available.' } }

/** A page whose clock can be stopped. */
async function withClock(page: Page, path: string): Promise<Page> {
  await page.clock.install()
  await page.goto(path)
  return page
}

/** Lets the clock run, and opens the next screen. */
async function goOn(page: Page, address: string): Promise<void> {
  await page.clock.resume()
  await openWithin(page, address)
}

test('the dashboard opens 1 s after the login of an admin; the refused sign-up of another one shows for 4 s', async ({
  guest,
  rows,
  refusals,
}) => {
  const page = await withClock(await guest(), '/')

  await test.step('the login', async () => {
    const { email, password } = accountOf('admin')
    await page.getByRole('textbox', { name: 'Login' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await stopClock(page)
    const answer = page.waitForResponse('**/auth/login/')
    await page.getByRole('button', { name: 'Login' }).click()
    const { message } = await (await answer).json()
    await runUntilVisible(page, page.getByText(message))
    await expectAfter(page, 1000, {
      before: async () => expect(new URL(page.url()).pathname).toBe('/'),
      after: () => expect(page).toHaveURL('/dashboard'),
    })
  })

  await test.step('the sign-up', async () => {
    await goOn(page, '/admin-registration-process')
    await page.getByLabel('Domain password').fill('demo-portal')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await fillPerson(page, newSignUpPerson(rows))
    await stopClock(page)
    refusals.expect(503, '/domain/white-label/admin/')
    await page.route('**/domain/white-label/admin/', (route) => route.fulfill(busy))
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expectLasts(page, page.getByRole('alert').filter({ hasText: 'Something went wrong, Please try again!' }), 4000)
  })
})

test('an admin reads a success for 2 s and an error for 3 s, in a form and in the corner, 4 s for a template, and 2.5 s for a sale', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const center = await rows.center()
  await payFee(rows, center, await rows.patient(center.id))
  const sales = `/api/v1/transactions/?harvest_center_id=${center.id}`
  const { results } = await rows.call<{ results: { id: number }[] }>('admin', 'GET', sales)
  const [label, staff] = [await requestLabel(rows, center), await rows.staff([center.id])]
  const admin = await withClock(await signedIn('admin'), '/coupon-manager')
  const name = rows.uniqueName('Timed offer')

  await test.step('a form closes at once, and its notice shows for 2 s; an error shows for 3 s', async () => {
    await admin.getByRole('button', { name: 'Add Coupon' }).click()
    const form = admin.getByRole('dialog', { name: 'Add Coupon', exact: true })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Code').fill(name.replaceAll(/\W/g, '-'))
    await form.getByLabel('Discount amount').fill('10')
    await form.getByLabel('Max use').fill('0')
    await stopClock(admin)
    refusals.allow(503, '/api/v1/coupon-codes/')
    await admin.route('**/api/v1/coupon-codes/', (route) =>
      route.request().method() === 'POST' ? route.fulfill(busy) : route.continue(),
    )
    await form.getByRole('button', { name: 'Add Coupon' }).click()
    await expectLasts(admin, form.getByRole('alert').filter({ hasText: 'Not available.' }), 3000)
    await admin.unroute('**/api/v1/coupon-codes/')
    await form.getByRole('button', { name: 'Add Coupon' }).click()
    const added = admin.getByText('Coupon has been added!')
    await runUntilVisible(admin, added)
    await admin.clock.runFor(300)
    await expect(form, 'its transition is over').toBeHidden()
    await expect(admin.getByRole('button', { name: 'Add Coupon' }), 'the page can be used').toBeEnabled()
    await expectLasts(admin, added, 1800)
  })

  const remove = async () => {
    await admin.clock.resume()
    await chooseRowAction(admin, listRows(admin, 'Coupons', name), 'Remove')
    const question = admin.getByRole('dialog', { name: `Remove ${name}?` })
    await expect(question).toBeVisible()
    await stopClock(admin)
    return question.getByRole('button', { name: 'Remove' })
  }
  await test.step('a notice in the corner shows for 2 s, and an error for 3 s', async () => {
    const refused = await remove()
    await admin.route('**/api/v1/coupon-codes/*/', (route) => route.fulfill(busy))
    await refused.click()
    const failed = admin.getByRole('alert').filter({ hasText: 'Not available.' })
    await expect(failed).toBeAttached()
    await admin.clock.runFor(50)
    await expectLasts(admin, failed, 3000)
    await admin.unroute('**/api/v1/coupon-codes/*/')
    const done = await remove()
    await done.click()
    const removed = admin.getByText('Coupon has been removed!')
    await runUntilVisible(admin, removed)
    await expectLasts(admin, removed, 2000)
  })

  await test.step('a new template shows its error for 4 s and its success for 2 s', async () => {
    await goOn(admin, '/email-file-templates')
    await admin.getByRole('button', { name: 'Add Template: Patient Registration Docs' }).click()
    const form = admin.getByRole('dialog', { name: 'Add New Patient Template', exact: true })
    await form.getByLabel('Title').fill(rows.uniqueName('Timed storage'))
    await form.getByLabel('Description').fill('For journeys')
    await form.getByLabel('Document message').fill('Please sign.')
    const file = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer: makePdf(1) }
    await form.getByLabel('File', { exact: true }).setInputFiles(file)
    await stopClock(admin)
    refusals.allow(503, '/domain/file-signs/')
    await admin.route('**/domain/file-signs/', (route) => route.fulfill(busy))
    await form.getByRole('button', { name: 'Add Template' }).click()
    await expectLasts(admin, form.getByRole('alert').filter({ hasText: 'Not available.' }), 4000)
    await admin.unroute('**/domain/file-signs/')
    await form.getByRole('button', { name: 'Add Template' }).click()
    await expect(form.getByText('Template has been Created!')).toBeVisible()
    await expectLasts(admin, form, 2000)
  })

  await test.step('the form of an edited transaction closes after 2.5 s', async () => {
    await goOn(admin, `/receipt/${results[0]?.id}`)
    await admin.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = admin.getByRole('dialog', { name: 'Edit transaction' })
    await dialog.getByLabel('Amount').fill('3600')
    await dialog.getByLabel('Note').fill('Shipping was free')
    await stopClock(admin)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await runUntilVisible(admin, dialog.getByText('Transaction has been updated'))
    await expectLasts(admin, dialog, 2500)
  })

  await test.step('a carrier label shows its error for 3 s, and closes 2 s after its success', async () => {
    await goOn(admin, `/fedex-requests?search=${label} ${center.company}`)
    await chooseRowAction(admin, listRows(admin, 'Label requests', center.company), 'Edit label')
    const drawer = admin.getByRole('dialog', { name: /^Label for/ })
    await drawer.getByLabel('Tracking number').fill('794611112222')
    await drawer.getByLabel('Tracking link').fill('https://www.fedex.com/fedextrack/?trknbr=794611112222')
    await stopClock(admin)
    refusals.allow(503, '/api/v1/fedex-requests/')
    await admin.route(`**/fedex-requests/${label}/`, (route) => route.fulfill(busy))
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expectLasts(admin, drawer.getByRole('alert').filter({ hasText: 'Not available.' }), 3000)
    await admin.unroute(`**/fedex-requests/${label}/`)
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await runUntilVisible(admin, drawer.getByText('Fedex Label/Tracking Number have been added!'))
    await expectLasts(admin, drawer, 2000)
  })

  await test.step('a refused assignment of a staff user shows for 3 s', async () => {
    await goOn(admin, `/hc-staff-manager?search=${staff.id}`)
    await chooseRowAction(admin, listRows(admin, 'Staff users', staff.last_name), 'Edit')
    const sheet = admin.getByRole('dialog', { name: `${staff.first_name} ${staff.last_name}` })
    await expect(sheet.getByRole('button', { name: 'Save' })).toBeVisible()
    await stopClock(admin)
    refusals.expect(503, '/api/v1/hc-staff/')
    await admin.route(`**/hc-staff/${staff.id}/`, (route) => route.fulfill(busy))
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expectLasts(admin, sheet.getByRole('alert').filter({ hasText: 'Not available.' }), 3000)
  })
})

test('the agreement closes 2.5 s after it was accepted, or at once; a label form appears after 1.5 s, that of a location after 1 s', async ({
  signedIn,
}) => {
  const desk = await signedIn('harvestcenter')
  await desk.clock.install()
  const dialog = desk.getByRole('dialog', { name: 'Private Membership Agreement' })
  const loading = desk.getByText('Loading Fields')
  const openAsked = async (address: string) => {
    await desk.route('**/check-agreement/*/', (route) => route.fulfill({ json: { accepted: false } }))
    await desk.goto(address)
    await dialog.getByRole('checkbox').check()
    await stopClock(desk)
    await desk.unroute('**/check-agreement/*/')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await runUntilVisible(desk, dialog.getByText('Thank you. The agreement is accepted.'))
  }
  const expectFormAfter = async (opener: Locator, milliseconds: number, field: string) => {
    await desk.clock.resume()
    await expect(opener).toBeEnabled()
    await stopClock(desk)
    await opener.click()
    await expect(loading).toBeAttached()
    await untilQuiet(desk)
    await expectAfter(desk, milliseconds, {
      before: () => expect(loading).toBeAttached(),
      after: () => expect(desk.getByLabel(field)).toBeVisible(),
    })
  }

  await test.step('by itself; then the form of a label', async () => {
    await openAsked('/fedex-request-label')
    await expectLasts(desk, dialog, 2500)
    const request = listRows(desk, 'Processing fees', 'Banerjee').getByRole('button', { name: /^Request label for/ })
    await expectFormAfter(request, 1500, 'Harvest center email')
  })

  await test.step('by its button; then the form of a location', async () => {
    await desk.clock.resume()
    await openAsked('/hc-locations')
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeFocused()
    await desk.keyboard.press('Enter')
    await expectAfter(desk, 400, { before: async () => undefined, after: () => expect(dialog).toBeHidden() })
    await expectFormAfter(desk.getByRole('button', { name: 'Add location' }), 1000, 'Location name')
  })
})

test('a sign-up looks for the signature every 5 s', async ({ guest, request, rows, business }) => {
  await addRegistrationTemplate(request, rows, 'Center Agreement')
  const rep = (await rows.session('salesrep')).user
  const page = await guest()
  const looks: string[] = []
  page.on('request', (sent) => sent.url().includes('/patient-signed-document/') && looks.push(sent.url()))
  await withClock(page, `/harvest-center-registration?srid=${rep.id}`)
  await fillPerson(page, newSignUpPerson(rows))
  await fillCenter(page, rows.uniqueName('Clinic'))
  const created = page.waitForResponse('**/auth/boldsign/')
  await page.getByRole('button', { name: 'Next: Documents to Sign (1)' }).click()
  const { document_id: documentId } = await (await created).json()
  await expect(page.frameLocator('iframe[title="Sign the document"]').getByRole('heading', { level: 1 })).toBeVisible()
  await stopClock(page)
  const key = `${business}-signing-complete`
  await page.evaluate(([name, value]) => localStorage.setItem(name ?? '', value ?? ''), [key, documentId])
  // The first look is somewhere within 5 s. From there on they are 5 s apart.
  while (looks.length === 0) await page.clock.runFor(100)
  await runUntilVisible(page, page.getByText('Checking your signature…'))
  await expectAfter(page, 5000, {
    before: async () => expect(looks).toHaveLength(1),
    after: () => expect.poll(() => looks.length).toBe(2),
  })
})
