/** Daily tasks of a center and of its staff, with the patients of the demo's first center. */
import { proceedButton } from '../journey/checkout-form.ts'
import { type CountedPage, expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'
import { PASSWORD } from '../journey/users.ts'

/** Paid and signed, but without a label. */
const READY_FOR_LABEL = 'Banerjee'
/** Three documents wait for a signature. */
const ASKED_TO_SIGN = 'Conti'
const WITHOUT_DOCUMENTS = 'Pappas'
const WITH_VIALS = 'Silvestri'
const AT_THE_LAB = 'Aoki'
const CENTER = 'Harborview Regenerative Medicine'
/** Works for that center only. */
const STAFF = { email: 'mateo.reyes@demo.example', password: PASSWORD }

/** Sends a message on the open page of a patient. */
async function write(counted: CountedPage): Promise<void> {
  const { page } = counted
  await counted.type(page.getByRole('textbox', { name: /^Message to/ }), 'Come in at nine.')
  await counted.press('ControlOrMeta+Enter')
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Come in at nine.')
}

/** From the fees that the center paid to the label of a patient. */
async function requestLabel(counted: CountedPage): Promise<void> {
  const { page } = counted
  await counted.click(listRows(page, 'Processing fees', READY_FOR_LABEL).getByRole('button', { name: /^Request label for/ }))
  await counted.click(page.getByRole('button', { name: 'Request label', exact: true }))
  await expect(page.getByRole('dialog', { name: 'Fedex Label has been requested!' })).toBeVisible()
}

test('the daily tasks of a harvest center', async ({ tasksOf, rows }) => {
  const task = await tasksOf('harvestcenter')

  await task('harvest center: see which documents wait for a signature', async (desk) => {
    await desk.click(desk.page.getByRole('link', { name: 'See signatures' }))
    await expect(listRows(desk.page, 'Patient signatures', ASKED_TO_SIGN)).toHaveCount(3)
  })

  await task('harvest center: answer a patient who waits', async (desk) => {
    const { page } = desk
    await desk.click(page.getByRole('banner').getByRole('link', { name: 'Conversations, 1 unread' }))
    await desk.click(page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: WITH_VIALS }))
    await write(desk)
  })

  await task('harvest center: write to a patient', async (desk, reached) => {
    const results = await desk.find(AT_THE_LAB)
    await expect(results.getByRole('option')).toHaveCount(1)
    await desk.press('Enter')
    await expect(desk.page.getByRole('main')).toContainText('Received by the lab')
    await reached('harvest center: find where the cells of a patient are')
    await desk.click(desk.page.getByRole('tab', { name: 'Messages' }))
    await write(desk)
  })

  await task('harvest center: order vials for a patient with the saved card', async (desk) => {
    const { page } = desk
    await desk.click(page.getByRole('main').getByRole('link', { name: 'Order', exact: true }))
    await desk.click(page.getByRole('link', { name: 'Order Vials', exact: true }))
    await desk.choose(page.getByRole('combobox', { name: 'Patient', exact: true }), WITH_VIALS)
    await desk.type(page.getByLabel('Quantity'), '2')
    await desk.click(proceedButton(page))
    await expect(page.getByRole('dialog', { name: 'Payment received' })).toContainText('2 × Vials')
  })

  await task('harvest center: request the signatures of a patient', async (desk) => {
    const { page } = desk
    await desk.click(page.getByRole('main').getByRole('link', { name: 'Request signature', exact: true }))
    await desk.choose(page.getByRole('combobox', { name: 'Your patient' }), WITHOUT_DOCUMENTS)
    await desk.click(page.getByRole('button', { name: 'Send request' }))
    await expect(page.getByRole('dialog', { name: 'Request Patient Signature' })).toBeVisible()
  })

  await task('harvest center: request the label of a patient who paid', async (desk) => {
    await desk.click(desk.page.getByRole('main').getByRole('link', { name: 'Request label', exact: true }))
    await requestLabel(desk)
  })

  await task('harvest center: add a patient with payment, then see the signatures', async (desk) => {
    const { page } = desk
    await desk.click(page.getByRole('main').getByRole('link', { name: 'New patient', exact: true }))
    await desk.type(page.getByLabel('Patient first name'), 'Mara')
    await desk.type(page.getByLabel('Patient last name'), 'Okonjo')
    await desk.type(page.getByLabel('Patient email'), rows.email('mara'))
    await desk.type(page.getByLabel('Patient phone'), '+1 555 010 7788')
    await desk.click(proceedButton(page))
    const paid = page.getByRole('dialog', { name: 'Payment received' })
    await expect(paid).toContainText('Waiting for 3 signatures')
    await desk.click(paid.getByRole('link', { name: 'See signatures' }))
    await expect(listRows(page, 'Patient signatures', 'Okonjo')).toHaveCount(3)
  })
})

test('the daily tasks of staff, in and outside of a center', async ({ tasksOf }) => {
  const task = await tasksOf(STAFF)

  await task('HC staff: request the label of a patient who paid', async (staff) => {
    await staff.click(staff.page.getByRole('link', { name: 'Request Fedex Label' }))
    await requestLabel(staff)
  })

  let entering: string[] = []
  await task('HC staff: enter a center and see which documents wait for a signature', async (staff) => {
    const { page } = staff
    await staff.click(page.getByRole('button', { name: `Enter ${CENTER}` }))
    await expect(page.getByRole('heading', { level: 1, name: CENTER })).toBeVisible()
    await page.waitForLoadState('load')
    entering = [...staff.taken]
    await staff.click(page.getByRole('link', { name: 'See signatures' }))
    await expect(listRows(page, 'Patient signatures', ASKED_TO_SIGN)).toHaveCount(3)
  })

  await task('HC staff: enter a center and write to a patient', async (staff) => {
    const { page } = staff
    // The page is in the center already.
    staff.taken.push(...entering)
    await staff.click(listRows(page, 'Newest patients', WITHOUT_DOCUMENTS).getByText(WITHOUT_DOCUMENTS))
    await staff.click(page.getByRole('tab', { name: 'Messages' }))
    await write(staff)
  })
})
