import type { CreatedUser, Rows } from '../journey/rows.ts'
import { type CountedPage, expect, test } from '../journey/steps.ts'
import { listRows } from '../journey/tables.ts'

/** A day so many days from today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Listed {
  results: { id: number; code: string }[]
}

/** A patient of the lab, with two vials that the lab registered. */
async function createVials(rows: Rows, { to }: { to?: 'quarantine' } = {}) {
  const { user: center } = await rows.session('harvestcenter')
  const patient = await rows.patient(center.id)
  const { results } = await rows.call<Listed>('lab', 'POST', '/api/v1/vials/', { user: patient.id, quantity: 2 })
  const vials = results.map(({ id }) => id)
  if (to) await rows.call('lab', 'POST', '/api/v1/vials/move/', { vials, to })
  return { patient, code: results[0]?.code ?? '' }
}

/** From the dashboard to all vials of a patient in one state, chosen for an action. */
async function chooseVials(lab: CountedPage, { state, patient }: { state: string; patient: Pick<CreatedUser, 'id'> }) {
  const { page } = lab
  await lab.click(page.getByRole('link', { name: state, exact: true }))
  // With a zero before it, the number of the patient is the beginning of no code.
  const search = String(patient.id).padStart(10, '0')
  await lab.type(page.getByRole('searchbox', { name: /^Search/ }), search)
  await expect(page.getByRole('group', { name: 'Active filters' })).toContainText(`Search: ${search}`)
  await expect(listRows(page, 'Vials')).toHaveCount(2)
  await lab.click(page.getByRole('checkbox', { name: 'Select all on this page' }))
  return page.getByRole('region', { name: 'Selected vials' })
}

interface Arrived {
  arrived: number
  arrived_parcels: { patients: { first_name: string; last_name: string }[] }[]
}

test('the daily tasks of a lab with its patients and vials', async ({ tasksOf, rows }) => {
  const { user: center } = await rows.session('harvestcenter')
  // The demo has an arrived parcel: a carrier that delivers takes days.
  const { arrived, arrived_parcels } = await rows.call<Arrived>('lab', 'GET', '/api/v1/dashboards/lab/')
  const [sender] = arrived_parcels[0]?.patients ?? []
  const due = await rows.patient(center.id)
  await rows.call('admin', 'PATCH', `/api/v1/users/${due.id}/`, { date_adipose_received_by_lab: day(-69) })
  const { patient, code } = await createVials(rows)
  const { patient: tested } = await createVials(rows, { to: 'quarantine' })
  await rows.tested(tested.id)
  const { patient: untested } = await createVials(rows, { to: 'quarantine' })
  const released = await rows.patient(center.id)
  await rows.vials(released.id, 2)
  const task = await tasksOf('lab')

  await task('lab: book in an arrived parcel', async (lab) => {
    const name = `${sender?.first_name} ${sender?.last_name}`
    const parcel = listRows(lab.page, 'Arrived parcels', name)
    await expect(parcel).toContainText('Harborview')
    await lab.click(parcel.getByRole('button', { name: `Received today: ${name}` }))
    const question = lab.page.getByRole('dialog', { name: 'Book in this parcel as received today?' })
    await expect(question).toContainText(name)
    await lab.click(question.getByRole('button', { name: 'Received today' }))
    await expect(lab.page.getByText('The parcel has been booked in!')).toBeVisible()
    await expect(parcel).toBeHidden()
    const after = await rows.call<Arrived>('lab', 'GET', '/api/v1/dashboards/lab/')
    expect(after.arrived).toBe(arrived - 1)
    const patients = '/api/v1/users/patient/list/?limit=1&search='
    const { results } = await rows.call<{ results: { stage: string }[] }>('harvestcenter', 'GET', patients + sender?.last_name)
    expect(results[0]?.stage, 'the center reads it').toBe('received')
  })

  await task('lab: enter that the vials of a due patient are ready', async (lab) => {
    const { page } = lab
    await lab.click(listRows(page, 'Patients due', due.last_name).getByRole('link', { name: due.last_name }))
    const drawer = page.getByRole('dialog', { name: due.last_name })
    await lab.click(drawer.getByRole('button', { name: 'Edit lab record' }))
    await lab.type(drawer.getByRole('textbox', { name: 'Date vials ready to ship' }), day(-1))
    await lab.click(drawer.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Record has been updated!')).toBeVisible()
  })

  await task('lab: find a vial by its code', async (lab) => {
    await lab.find(code)
    await lab.press('Enter')
    await expect(lab.page).toHaveURL(`/vials/${code}`)
    await expect(lab.page.getByRole('main')).toContainText(patient.last_name)
  })

  await task('lab: print the labels of the vials of a patient', async (lab) => {
    const chosen = await chooseVials(lab, { state: 'In processing', patient })
    await lab.click(chosen.getByRole('button', { name: 'Print labels' }))
    const file = lab.page.waitForEvent('download')
    await lab.click(lab.page.getByRole('dialog', { name: 'Print labels' }).getByRole('button', { name: 'Save PDF' }))
    expect((await file).suggestedFilename()).toBe('vial-labels.pdf')
  })

  await task('lab: release the vials in quarantine of a patient', async (lab) => {
    const chosen = await chooseVials(lab, { state: 'In quarantine', patient: tested })
    await lab.click(chosen.getByRole('button', { name: 'Release…' }))
    const drawer = lab.page.getByRole('dialog', { name: 'Release 2 vials' })
    await lab.click(drawer.getByRole('button', { name: 'Release 2 vials' }))
    await expect(lab.page.getByText('2 vials were released.')).toBeVisible()
    await expect(drawer).toBeHidden()
  })

  await task('lab: release a vial by an override with its reason', async (lab) => {
    const chosen = await chooseVials(lab, { state: 'In quarantine', patient: untested })
    await lab.click(chosen.getByRole('button', { name: 'Release…' }))
    const drawer = lab.page.getByRole('dialog', { name: 'Release 2 vials' })
    await lab.type(drawer.getByLabel('Reason for the override'), 'Agreed with the doctor of the patient')
    await lab.click(drawer.getByRole('button', { name: 'Release 2 vials' }))
    await expect(drawer).toBeHidden()
    await expect(lab.page.getByText('2 vials were released.').last()).toBeVisible()
  })

  await task('lab: ship the released vials of a patient to the center', async (lab) => {
    const chosen = await chooseVials(lab, { state: 'Released', patient: released })
    await lab.click(chosen.getByRole('button', { name: 'Ship…' }))
    const drawer = lab.page.getByRole('dialog', { name: 'Ship 2 vials' })
    await expect(drawer.getByRole('combobox', { name: 'Receiver' })).toHaveValue(new RegExp(center.company))
    await lab.type(drawer.getByLabel('Tracking number'), '794612345678')
    await lab.click(drawer.getByRole('button', { name: 'Ship 2 vials' }))
    await expect(lab.page.getByText('2 vials were shipped.')).toBeVisible()
  })
})
