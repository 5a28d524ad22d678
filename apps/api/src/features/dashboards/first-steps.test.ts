/** The first steps of each role tick themselves, one by one. */

import type { WorkingRole } from '@vialdesk/contract/base/roles'
import { type FirstRunStep, firstRunSteps } from '@vialdesk/contract/business/first-run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createAddedVials, createCenter, createLocation, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const PATH = '/api/v1/dashboards/first-run/'

const stepsOf = async (user: number): Promise<{ step: FirstRunStep; done: boolean }[]> =>
  (await (await portal.as(user)).get(PATH)).json()
const doneSteps = async (user: number) => (await stepsOf(user)).filter(({ done }) => done).map(({ step }) => step)
const own = (text: string, ...values: unknown[]) => portal.owner.query(text, [portal.domainId, ...values])

const setUpTwoStep = (user: number) =>
  own(`insert into two_step_sign_ins (domain_id, user_id, sealed_secret, confirmed_at) values ($1, $2, 'sealed', now())`, user)
const saveCard = (user: number) =>
  own(
    `insert into payment_customers (domain_id, user_id, gateway, customer_profile_id) values ($1, $2, 'embedded', 'profile-1')`,
    user,
  )
const requestLabel = (center: number) =>
  own(
    `insert into label_requests (domain_id, center_id, requested_by, email, representative, label_date, address1, city, state_desc,
       country_desc, zip_code)
     values ($1, $2, $2, 'desk@acme.example', 'Ada', '2026-03-01', '1 Main St', 'Miami', 'Florida', 'United States', '33101')`,
    center,
  )
const PRODUCT = 3

test('a new user of each role has the steps of the role, and none is done', async () => {
  for (const role of Object.keys(firstRunSteps).filter((role) => role !== 'admin') as Exclude<WorkingRole, 'admin'>[]) {
    const user = await portal.seed((db) => createUser(db, role))
    expect(await stepsOf(user), role).toEqual(firstRunSteps[role].map((step) => ({ step, done: false })))
  }
})

test('a harvest center: locations, card, patient, signature, label', async () => {
  const center = await portal.seed((db) => createCenter(db))
  const other = await portal.seed((db) => createCenter(db))
  await portal.seed((db) => createLocation(db, center))
  expect(await doneSteps(center)).toEqual(['locations'])
  await saveCard(center)
  expect(await doneSteps(center)).toEqual(['locations', 'card'])
  await portal.seed((db) => createDocument(db, { party: 'center', kind: 'registration', harvest_center_id: center }))
  const patient_id = await portal.seed((db) => createPatient(db, { harvest_center_id: center }))
  expect(await doneSteps(center), 'its own agreement is no signature of a patient').toEqual([
    'locations',
    'card',
    'first_patient',
  ])
  await portal.seed((db) => createDocument(db, { patient_id, harvest_center_id: center }))
  expect(await doneSteps(center)).toContain('first_signature')
  await requestLabel(center)
  expect(await doneSteps(center)).toEqual([...firstRunSteps.harvest_center])
  expect(await doneSteps(other), 'another center').toEqual([])
})

test('a referral center: confirmation, card, patient, signature, label', async () => {
  const harvest_center_id = await portal.seed((db) => createCenter(db))
  const referral = await portal.seed((db) => createUser(db, 'referral_harvest_center'))
  await own(
    'insert into referral_centers (domain_id, referral_center_id, center_id) values ($1, $2, $3)',
    referral,
    harvest_center_id,
  )
  expect(await doneSteps(referral)).toEqual(['confirmed'])
  const patient_id = await portal.seed((db) => createPatient(db, { harvest_center_id, referral_harvest_center_id: referral }))
  await portal.seed((db) => createDocument(db, { patient_id, harvest_center_id, referral_center_id: referral }))
  expect(await doneSteps(referral)).toEqual(['confirmed', 'first_patient', 'first_signature'])
  await saveCard(referral)
  await requestLabel(referral)
  expect(await doneSteps(referral)).toEqual([...firstRunSteps.referral_harvest_center])
})

test('a lab: center, tissue, vials', async () => {
  const lab_id = await portal.seed((db) => createUser(db, 'lab'))
  const harvest_center_id = await portal.seed((db) => createCenter(db, { lab_id }))
  const patient = await portal.seed((db) => createPatient(db, { harvest_center_id }))
  expect(await doneSteps(lab_id)).toEqual(['center_assigned'])
  await own(
    `update lab_records set date_adipose_received_by_lab = '2026-03-01', estimated_date_vials_ready_to_ship = $3
     where domain_id = $1 and user_id = $2`,
    ...[patient, '2026-05-10'],
  )
  expect(await doneSteps(lab_id)).toEqual(['center_assigned', 'first_tissue'])
  await portal.seed((db) => createAddedVials(db, patient, 2))
  expect(await doneSteps(lab_id)).toEqual([...firstRunSteps.lab])
})

test('the sales line: reps, centers, sales', async () => {
  const distributor = await portal.seed((db) => createUser(db, 'sales_distributor'))
  const manager = await portal.seed((db) => createUser(db, 'sales_manager', { sales_distributor_id: distributor }))
  expect(await doneSteps(distributor)).toEqual(['first_manager'])
  const rep = await portal.seed((db) => createUser(db, 'sales_rep', { sales_manager_id: manager }))
  expect([await doneSteps(distributor), await doneSteps(manager), await doneSteps(rep)]).toEqual([
    ['first_manager', 'first_rep'],
    ['first_rep'],
    [],
  ])
  const center = await portal.seed((db) => createCenter(db, { sales_rep_id: rep }))
  expect([await doneSteps(distributor), await doneSteps(manager), await doneSteps(rep)]).toEqual([
    [...firstRunSteps.sales_distributor],
    ['first_rep', 'first_center'],
    ['first_sign_up', 'first_center'],
  ])
  await portal.seed((db) =>
    createSale(db, {
      ...{ product_id: PRODUCT, payer_id: center, harvest_center_id: center, sales_rep_id: rep, sales_manager_id: manager },
      sales_distributor_id: distributor,
    }),
  )
  expect([await doneSteps(manager), await doneSteps(rep)]).toEqual([
    [...firstRunSteps.sales_manager],
    [...firstRunSteps.sales_rep],
  ])
})

test('staff: a center and two-step sign-in', async () => {
  const staff = await portal.seed((db) => createUser(db, 'hc_staff'))
  const center = await portal.seed((db) => createCenter(db))
  await own('insert into staff_centers (domain_id, staff_id, center_id) values ($1, $2, $3)', staff, center)
  expect(await doneSteps(staff)).toEqual(['center_assigned'])
  await setUpTwoStep(staff)
  expect(await doneSteps(staff)).toEqual([...firstRunSteps.hc_staff])
})

test('a patient: all documents, not only one of them', async () => {
  const patient_id = await portal.seed((db) => createPatient(db))
  expect(await doneSteps(patient_id), 'no document was sent').toEqual([])
  await portal.seed((db) => createDocument(db, { patient_id, status: 'Completed' }))
  expect(await doneSteps(patient_id)).toEqual(['documents_signed'])
  await portal.seed((db) => createDocument(db, { patient_id, kind: 'storage' }))
  expect(await doneSteps(patient_id)).toEqual([])
})

test('is refused to observers and guests', async () => {
  const observer = await portal.seed((db) => createUser(db, 'observer'))
  expect((await (await portal.as(observer)).get(PATH)).statusCode).toBe(403)
  expect((await portal.guest.get(PATH)).statusCode).toBe(401)
})
