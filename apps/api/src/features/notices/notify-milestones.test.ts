/** Notices of milestones for a patient and its centers. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let center: number
let referral: number
let patient: number
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())
beforeEach(async () => {
  center = await portal.seed((db) => createCenter(db))
  referral = await portal.seed((db) => createUser(db, 'referral_harvest_center'))
  const values = { harvest_center_id: center, referral_harvest_center_id: referral, first_name: 'Ottoline', last_name: 'Hale' }
  patient = await portal.seed((db) => createPatient(db, values))
})

const titlesOf = async (user: number): Promise<string[]> =>
  (await (await portal.as(user)).get('/api/v1/notices/')).json().results.map(({ title }: { title: string }) => title)
const edit = async (lab: Record<string, unknown>) => {
  const answer = await admin.patch(`/api/v1/users/${patient}/`, lab)
  expect(answer.statusCode).toBe(200)
}

test('notifies of added and shipped vials', async () => {
  const entry = { user: patient, date: '2026-03-01' }
  await admin.post('/api/v1/vials-history/', { ...entry, type: 'added', quantity: 3 })
  await admin.post('/api/v1/vials-history/', { ...entry, type: 'shipped', quantity: 1 })
  expect(await titlesOf(patient)).toEqual(['1 of your vials was shipped', '3 of your vials were added to storage'])
  for (const each of [center, referral]) {
    expect(await titlesOf(each)).toEqual(['Vials of Ottoline Hale were shipped', 'Vials of Ottoline Hale were added to storage'])
  }
})

test('does not notify of a refused vial entry', async () => {
  const entry = { user: patient, date: '2026-03-01', type: 'shipped', quantity: 1 }
  expect((await admin.post('/api/v1/vials-history/', entry)).statusCode).toBe(409)
  expect(await titlesOf(patient)).toEqual([])
})

test.each([
  ['shipped to the lab', { date_adipose_shipped_to_lab: '2026-01-05' }, 'Your cells are on their way to the lab'],
  [
    'received, which also sets the expected date',
    { date_adipose_received_by_lab: '2026-01-07' },
    'The lab has received your cells',
  ],
  ['plating initiated', { stemcell_plating_initiated_date: '2026-01-09' }, 'The lab has started to work with your cells'],
  ['plating successful', { stemcell_plating_successful: 1 }, 'Your cells have reached the next step at the lab'],
  ['a quality check', { number_times_qc_done: 1 }, 'Your cells were checked at the lab'],
  ['HLA typing done', { hla_typing_test: 1 }, 'There is news about your cells'],
  [
    'an expected date',
    { estimated_date_manual: true, estimated_date_vials_ready_to_ship: '2026-03-20' },
    'Your estimated ready date is set',
  ],
  ['vials ready to ship', { date_vials_ready_to_ship: '2026-03-18' }, 'Your vials are ready'],
])('notifies the patient and both centers: %s', async (_, values, title) => {
  await edit(values)
  expect(await titlesOf(patient)).toEqual([title])
  const ofCenters = title.includes('our vials') ? 'Vials of Ottoline Hale are ready' : expect.stringContaining('of Ottoline Hale')
  expect(await titlesOf(center)).toEqual([ofCenters])
  expect(await titlesOf(referral)).toEqual([ofCenters])
})

test('one change of the record creates one notice, of its most important milestone', async () => {
  await edit({ stemcell_plating_initiated_date: '2026-01-09', stemcell_plating_successful: 1, number_times_qc_done: 1 })
  await edit({ hla_typing_test: 1, number_times_qc_done: 2, date_vials_ready_to_ship: '2026-03-18', vials_ready_ship: 4 })
  expect(await titlesOf(patient)).toEqual(['Your vials are ready', 'Your cells were checked at the lab'])
})

test('notifies of a changed estimated date until the vials are ready', async () => {
  await edit({ date_adipose_received_by_lab: '2026-01-07' })
  await edit({ date_adipose_received_by_lab: '2026-01-08' })
  await edit({ estimated_date_manual: true, estimated_date_vials_ready_to_ship: '2026-03-30' })
  const changed = 'Your estimated ready date has changed'
  expect(await titlesOf(patient)).toEqual([changed, changed, 'The lab has received your cells'])
  await edit({ date_vials_ready_to_ship: '2026-03-28' })
  await edit({ estimated_date_vials_ready_to_ship: '2026-03-28' })
  expect((await titlesOf(patient))[0]).toBe('Your vials are ready')
})

test('does not notify of counts, failures, removals, corrections and unchanged values', async () => {
  await edit({ vials_ready_ship: 3, vials_preparation: 4, hla_typing_test: 2, stemcell_plating_successful: 2 })
  expect(await titlesOf(patient)).toEqual([])
  await edit({ date_adipose_shipped_to_lab: '2026-01-05', number_times_qc_done: 2 })
  await edit({ date_adipose_shipped_to_lab: '2026-01-05' })
  await edit({ date_adipose_shipped_to_lab: '2026-01-04' })
  await edit({ date_adipose_shipped_to_lab: null, number_times_qc_done: 1 })
  expect(await titlesOf(patient)).toEqual(['Your cells were checked at the lab'])
  await edit({
    date_adipose_received_by_lab: '2026-01-07',
    date_vials_ready_to_ship: '2026-03-18',
    stemcell_plating_successful: 1,
  })
  const before = await titlesOf(patient)
  await edit({ date_adipose_received_by_lab: null, date_vials_ready_to_ship: null, stemcell_plating_successful: null })
  expect(await titlesOf(patient)).toEqual(before)
})

test('does not notify of zero vials', async () => {
  const entry = { user: patient, date: '2026-03-01', quantity: 0 }
  for (const type of ['added', 'shipped'])
    expect((await admin.post('/api/v1/vials-history/', { ...entry, type })).statusCode).toBe(201)
  for (const each of [patient, center, referral]) expect(await titlesOf(each)).toEqual([])
})

test('does not notify of a corrected vial entry', async () => {
  const entry = { user: patient, date: '2026-03-01', type: 'added', quantity: 3 }
  const { id } = (await admin.post('/api/v1/vials-history/', entry)).json()
  expect((await admin.patch(`/api/v1/vials-history/${id}/`, { quantity: 2 })).statusCode).toBe(200)
  expect(await titlesOf(patient)).toEqual(['3 of your vials were added to storage'])
})

test('notifies no other center, lab, rep or patient', async () => {
  const { others, otherCenter } = await portal.seed(async (db) => {
    const { lab_id, sales_rep_id } = await db
      .selectFrom('users')
      .select(['lab_id', 'sales_rep_id'])
      .where('id', '=', center)
      .executeTakeFirstOrThrow()
    const otherCenter = await createCenter(db)
    return { others: [lab_id, sales_rep_id, await createPatient(db, { harvest_center_id: otherCenter })], otherCenter }
  })
  await edit({ date_vials_ready_to_ship: '2026-03-18' })
  for (const other of [...others, otherCenter]) expect(await titlesOf(other as number)).toEqual([])
})

test('mails the notice if chosen, without details about cells', async () => {
  await (await portal.as(referral)).patch('/api/v1/notices/choices/', { patient: true })
  await edit({ date_adipose_received_by_lab: '2026-01-07' })
  await portal.runJobs()
  const { rows } = await portal.owner.query(
    `select u.id, m.subject, m.text || m.html as body from mail_outbox m join users u on u.email = m.recipient
     where u.id = any($1::bigint[]) order by u.id`,
    [[patient, center, referral]],
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual([patient, referral].toSorted())
  for (const { subject, body } of rows) {
    expect(subject).toBe('You have a new message')
    expect(body).not.toMatch(/your cells|vial|received|Ottoline/i)
  }
})

test("no notice contains the patient's name or a date", async () => {
  for (const values of [
    { date_adipose_shipped_to_lab: '2026-01-05' },
    { date_adipose_received_by_lab: '2026-01-07' },
    { stemcell_plating_initiated_date: '2026-01-09' },
    { stemcell_plating_successful: 1 },
    { number_times_qc_done: 1 },
    { hla_typing_test: 1 },
    { date_vials_ready_to_ship: '2026-03-18' },
  ])
    await edit(values)
  const { rows } = await portal.owner.query('select title, text from notices where user_id = any($1::bigint[])', [
    [patient, center],
  ])
  expect(rows).toHaveLength(14)
  expect(JSON.stringify(rows)).not.toMatch(/Ottoline|2026|plat|quality|hla|typ/i)
})

test('notifies only the patient if it has no center', async () => {
  await portal.owner.query('update users set harvest_center_id = null, referral_harvest_center_id = null where id = $1', [
    patient,
  ])
  await edit({ date_vials_ready_to_ship: '2026-03-18' })
  expect(await titlesOf(patient)).toEqual(['Your vials are ready'])
})
