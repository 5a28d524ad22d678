/** One center, all users with a tie to it, and one row of each kind that they can read. */
import type { Db } from '#api/db/db.ts'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'

export async function createCenterWithTies(db: Db) {
  const rep = await createUser(db, 'sales_rep')
  const lab = await createUser(db, 'lab')
  const observer = await createUser(db, 'observer', { lab_id: lab })
  const center = await createUser(db, 'harvest_center', { company: 'North Clinic', sales_rep_id: rep, lab_id: lab })
  const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
  const staff = await createUser(db, 'hc_staff')
  await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
  const of = { harvest_center_id: center, referral_harvest_center_id: referral }
  const patient = await createPatient(
    db,
    { ...of, last_name: 'Whitfield' },
    { estimated_date_manual: true, estimated_date_vials_ready_to_ship: '2026-03-10' },
  )
  const keeper = await createPatient(db, of)
  await createAddedVials(db, keeper, 2)
  const parties = { harvest_center_id: center, hc_staff_id: staff, patient_id: patient, sales_rep_id: rep }
  const sale = await createSale(db, { ...parties, payer_id: staff, card_brand: 'Visa', card_last4: '1111' })
  const request = await createRequestRow(db, { center_id: center, requested_by: staff, patients: [patient] })
  const vial = await db
    .selectFrom('vials')
    .select(['id', 'code'])
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', keeper)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { rep, lab, observer, center, referral, staff, patient, keeper, sale, request, vial }
}
