/** What a label needs: signed documents and tissue that is still to be sent. */
import { DOCUMENTS_REQUIRED } from '@vialdesk/contract/care/release-rules'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const LABELS = '/fedex-request-label'
const CENTER = 'Harborview Regenerative Medicine'
/** Patients of that center, by what their label waits for. */
const PENDING = 'Conti'
const UNSIGNED = 'Pappas'
const AT_THE_LAB = 'Hawthorne'
const REQUESTED = 'Thackeray'

test('a center learns what a label needs, and an admin overrides it in its account', async ({ signedIn, refusals }) => {
  const desk = await signedIn('harvestcenter')
  const requestOf = (page: typeof desk, patient: string) =>
    listRows(page, 'Processing fees', patient).getByRole('button', { name: /^Request label for/ })
  const send = (page: typeof desk) => page.getByRole('button', { name: 'Request label', exact: true })
  const doctor = desk.getByLabel('Doctor Name')

  await test.step('the dashboard leads to the labels being prepared, below the fees', async () => {
    await desk.setViewportSize({ width: 1440, height: 360 })
    await desk.goto('/dashboard')
    await desk.getByRole('link', { name: 'See requests' }).click()
    await expect(listRows(desk, 'Labels being prepared', REQUESTED)).toBeInViewport()
    await desk.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('pending documents block the request', async () => {
    await requestOf(desk, PENDING).click()
    const words = 'This patient has pending documents to be signed. Please sign all patients documents to request a Fedex Label'
    await expect(desk.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await desk.getByRole('button', { name: 'OK' }).click()
    await expect(desk.getByLabel('Harvest center email')).toHaveCount(0)
  })

  await test.step('Back leads from the form to the list; keys go on from the page', async () => {
    await requestOf(desk, UNSIGNED).press('Enter')
    await expect(desk.getByRole('main')).toBeFocused()
    await expect(doctor).toBeVisible()
    await desk.goBack()
    await expect(requestOf(desk, UNSIGNED)).toBeVisible()
  })

  await test.step('without documents the request is refused', async () => {
    await requestOf(desk, UNSIGNED).click()
    const documents = desk.getByRole('region', { name: `Documents of Moira ${UNSIGNED}` })
    await expect(documents.getByText('Not requested')).toHaveCount(3)
    const note = desk.getByRole('note').filter({ hasText: DOCUMENTS_REQUIRED })
    await expect(note).toContainText('ask an admin to override this')
    refusals.expect(409, '/api/v1/fedex-requests/')
    await send(desk).click()
    const refused = desk.getByRole('alert').filter({ hasText: 'Only an admin may override this.' })
    await expect(refused).toContainText('Official Processing')
  })

  await test.step('nor is it offered for tissue that the lab has, and it needs a patient with an account', async () => {
    const patients = desk.getByRole('combobox', { name: 'Patients' })
    await desk.locator('.mantine-Pill-remove').click()
    await send(desk).click()
    await expect(desk.getByRole('alert').filter({ hasText: 'Please select a patient(s)' })).toBeVisible()
    await desk.getByRole('button', { name: 'OK' }).click()
    await patients.click()
    await expect(desk.getByRole('option', { name: 'Banerjee' })).toBeVisible()
    await expect(desk.getByRole('option', { name: AT_THE_LAB })).toHaveCount(0)
    await desk.getByRole('option', { name: 'Other' }).click()
    await patients.press('Escape')
    await send(desk).click()
    await expect(desk.getByLabel('Patient name')).toHaveAccessibleDescription('Enter the name of the patient.')
    await desk.getByLabel('Patient name').fill('Mara Okonjo')
    await send(desk).click()
    await expect(desk.getByRole('alert').filter({ hasText: 'A patient without an account has no documents.' })).toBeVisible()
  })

  await test.step('Back asks before what was typed is lost', async () => {
    await doctor.fill('Dr. Adeyemi')
    await desk.goBack()
    await desk.getByRole('button', { name: 'Stay' }).click()
    await expect(doctor).toHaveValue('Dr. Adeyemi')
    await desk.goBack()
    await desk.getByRole('button', { name: 'Leave' }).click()
    await expect(requestOf(desk, UNSIGNED)).toBeVisible()
    await openWithin(desk, `${LABELS}?offset=10`)
    const row = listRows(desk, 'Processing fees', AT_THE_LAB)
    await expect(row).toContainText('Not needed, the lab has the tissue')
    await expect(requestOf(desk, AT_THE_LAB)).toHaveCount(0)
  })

  await test.step('an admin requests the label in the account of the center, with a reason that stays on record', async () => {
    const admin = await signedIn('admin')
    await admin.goto('/all-users?search=Harborview')
    await chooseRowAction(admin, listRows(admin, 'All users', CENTER).first(), 'Login As')
    const acting = admin.getByRole('region', { name: 'Acting as another user' })
    await expect(acting).toBeVisible()
    await openWithin(admin, LABELS)
    await requestOf(admin, UNSIGNED).click()
    await admin.getByLabel('Reason for the override').fill('The signed papers are at the front desk')
    await expectAccessible(admin)
    await send(admin).click()
    await admin.getByRole('link', { name: 'View label' }).click()
    await expect(admin).toHaveURL(/\/labels\/\d+$/)
    const { pathname } = new URL(admin.url())
    await acting.getByRole('button', { name: 'Go back as Admin' }).click()
    await expect(admin).toHaveURL(/\/all-users/)
    await openWithin(admin, pathname)
    await expect(admin.getByRole('main')).toContainText('Override: The signed papers are at the front desk')
  })
})
