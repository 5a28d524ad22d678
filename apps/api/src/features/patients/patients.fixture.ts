import type { Db } from '#api/db/db.ts'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'

/** A sales line, a lab, its two centers, another center, and patients at different stages. */
export async function createBusiness(db: Db) {
  const distributor = await createUser(db, 'sales_distributor')
  const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
  const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
  const otherRep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
  const lab = await createUser(db, 'lab')
  const admin = await createUser(db, 'admin')
  const center = await createCenter(db, { company: 'Harbor Clinic', sales_rep_id: rep, lab_id: lab })
  const other = await createCenter(db, { company: 'Summit Clinic', sales_rep_id: otherRep, lab_id: lab })
  const foreign = await createCenter(db, { company: 'Harbor Foreign' })
  const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep, company: 'Referral House' })
  const staff = await createUser(db, 'hc_staff')
  const { domainId: domain_id } = db
  await db.insertInto('staff_centers').values({ domain_id, staff_id: staff, center_id: center }).execute()
  const patients = {
    registered: await createPatient(db, { harvest_center_id: center, first_name: 'Ada', last_name: 'Quimby' }),
    received: await createPatient(
      db,
      { harvest_center_id: center },
      { date_adipose_received_by_lab: '2026-03-01', estimated_date_vials_ready_to_ship: '2026-05-10' },
    ),
    stored: await createPatient(db, { harvest_center_id: other, referred_center_id: center }),
    ofReferral: await createUser(db, 'patient', { referral_harvest_center_id: referral }),
    ofOtherRep: await createPatient(db, { harvest_center_id: center, sales_rep_id: otherRep }),
    inactive: await createPatient(db, { harvest_center_id: center, active: false }),
    foreign: await createPatient(db, { harvest_center_id: foreign, last_name: 'Quimby' }),
  }
  await createAddedVials(db, patients.stored, 4)
  return { distributor, manager, rep, otherRep, lab, admin, center, other, foreign, referral, staff, patients }
}

export type Business = Awaited<ReturnType<typeof createBusiness>>
