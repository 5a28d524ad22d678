/** Notices name their user to readers who may see it, keep no name, and open exactly their thing. */

import type { Role } from '@vialdesk/contract/base/roles'
import { mayOpenScreen, type ScreenPath } from '@vialdesk/contract/base/screens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangePatient } from '#api/every-call/patient-calls.fixture.ts'
import { notifyOfNewAdmin } from '#api/features/onboarding/sign-up/create-from-form.commands.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { named, notify } from './notify.commands.ts'

let portal: TestPortal
let admin: TestClient
let ids: Awaited<ReturnType<typeof arrangePatient>>
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrangePatient(portal)
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

interface Shown {
  title: string
  text: string
  about: number | null
  path: string | null
}
const noticesOf = async (user: number): Promise<Shown[]> =>
  (await (await portal.as(user)).get('/api/v1/notices/?limit=50')).json().results

/** The screen of a path, and the call that fills it. */
const pages: [pattern: RegExp, screen: ScreenPath, call: (id: string) => string][] = [
  [/^\/users\/(\d+)(\?tab=\w+)?$/, '/users/{id}', (id) => `/api/v1/users/${id}/`],
  [/^\/labels\/(\d+)$/, '/labels/{id}', (id) => `/api/v1/fedex-requests/${id}/`],
  [/^\/receipt\/(\d+)$/, '/receipt/{id}', (id) => `/api/v1/transactions/${id}/`],
  [/^\/document\/([\w-]+)$/, '/document/{document_id}', (id) => `/api/v1/documents/find/${id}/`],
]

/** Opens the path of each notice as its reader, and answers the paths that are no page of one thing. */
async function openAll(user: number, role: Role): Promise<(string | null)[]> {
  const others: (string | null)[] = []
  for (const { path } of await noticesOf(user)) {
    const page = pages.find(([pattern]) => pattern.test(path ?? ''))
    if (!page) {
      others.push(path)
      continue
    }
    const [pattern, screen, callOf] = page
    const call = callOf(pattern.exec(path ?? '')?.[1] ?? '')
    expect({ path, opens: mayOpenScreen(screen, role) }).toEqual({ path, opens: true })
    expect({ path, status: (await (await portal.as(user)).get(call)).statusCode }).toEqual({ path, status: 200 })
  }
  return others
}

test('each notice opens the thing that it is about, for each of its readers', async () => {
  const { patient, center, referral, lab, rep, manager, distributor } = ids
  await portal.owner.query('delete from notices')
  await admin.patch(`/api/v1/users/${patient}/`, { number_times_qc_done: 5 })
  await admin.post('/api/v1/vials-history/', { user: patient, type: 'added', quantity: 1, date: '2026-03-01' })
  expect((await admin.post('/api/v1/vials/move/', { vials: [ids.vial], to: 'held', reason: 'Recall' })).statusCode).toBe(200)
  const fresh = await portal.seed((db) => createCenter(db))
  await admin.patch(`/api/v1/users/${fresh}/`, { saless_rep_id: rep, lab_id: lab })
  const [newRep, newManager, newAdmin] = await portal.seed(async (db) => [
    await createUser(db, 'sales_rep'),
    await createUser(db, 'sales_manager'),
    await createUser(db, 'admin'),
  ])
  await admin.patch(`/api/v1/users/${newRep}/`, { sales_manager_id: manager })
  await admin.patch(`/api/v1/users/${newManager}/`, { sales_distributor_id: distributor })
  await portal.seed((db) => notifyOfNewAdmin(db, 'Another admin added a new admin.', newAdmin as number))
  await (await portal.as(center)).post('/api/v1/fedex-requests/', {
    ...{ harvest_center: center, harvest_center_email: 'desk@clinic.example', harvest_center_representative: 'Ruth' },
    ...{
      patients_ids: '0',
      other_patient_name: 'Ada Berg',
      unsigned_confirmed: true,
      address1: '1 Main St',
      city: 'Miami',
      state_desc: 'Florida',
    },
    ...{ country_desc: 'United States', zip_code: '33101' },
  })
  const readers: [number, Role][] = [
    [center, 'harvest_center'],
    [referral, 'referral_harvest_center'],
    [lab, 'lab'],
    [rep, 'sales_rep'],
    [manager, 'sales_manager'],
    [distributor, 'sales_distributor'],
    [ids.admin, 'admin'],
  ]
  for (const [reader, role] of readers) {
    expect((await noticesOf(reader)).length, role).toBeGreaterThan(0)
    expect(await openAll(reader, role), role).toEqual([])
  }
  // The dashboard of a patient is the page of its cells.
  expect(new Set(await openAll(patient, 'patient'))).toEqual(new Set(['/dashboard']))
})

test('names the user only to readers who may see it, and keeps no name', async () => {
  const { patient, center, rep, surname } = ids
  const notice = {
    kind: 'team' as const,
    title: `${named('a patient')} asked`,
    text: `For ${named('a patient')}.`,
    about: patient,
  }
  const readers = [center, rep, ids.lab, ids.manager]
  await portal.seed((db) => notify(db, readers, notice))
  const latest = async (reader: number) => (await noticesOf(reader))[0]
  expect(await latest(center)).toMatchObject({ about: patient, title: expect.stringContaining(surname) })
  expect(await latest(rep)).toMatchObject({ about: null, title: 'A patient asked', text: 'For a patient.' })
  const { rows } = await portal.owner.query('select title, text from notices where about_id = $1', [patient])
  expect(JSON.stringify(rows)).not.toContain(surname)
  await portal.owner.query('update users set last_name = $2 where id = $1', [patient, 'Renamed'])
  expect(await latest(center)).toMatchObject({ title: expect.stringMatching(/ Renamed asked$/) })
  await admin.get(`/api/v1/users/set/inactive/${patient}/`)
  expect(await latest(center)).toMatchObject({ about: null, title: 'A patient asked', text: 'For a patient.' })
})
