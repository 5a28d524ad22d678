import type { Vial, VialState } from '@vialdesk/contract/care/single-vials'
import type { Db } from '#api/db/db.ts'
import { createAddedVials, createCenter, createPatient, createShippedVials, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

export const listPath = '/api/v1/vials/'
export const movePath = '/api/v1/vials/move/'
export const storePath = '/api/v1/vials/store/'
export const entriesPath = '/api/v1/vials-history/'
export const findPath = (code: string) => `/api/v1/vials/find/${code}/`
export const tracePath = (id: number, query = '') => `/api/v1/vials/trace/${id}/${query}`

/** The users around a vial, and a lab and a center without any relation to it. */
async function createLab(db: Db) {
  const lab = await createUser(db, 'lab', { first_name: 'Lena', last_name: 'Lab', company: 'North Lab' })
  const rep = await createUser(db, 'sales_rep')
  const center = await createCenter(db, { lab_id: lab, sales_rep_id: rep, company: 'Harbor Clinic' })
  const referral = await createUser(db, 'referral_harvest_center', { company: 'Referral House' })
  const staff = await createUser(db, 'hc_staff')
  await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
  const admin = await createUser(db, 'admin', { first_name: 'Ada', last_name: 'Min' })
  return { lab, rep, center, referral, staff, admin, otherLab: await createUser(db, 'lab'), otherCenter: await createCenter(db) }
}

/** A portal with a lab, and functions that create and read its vials. */
export async function startVialsPortal(...parts: Parameters<typeof startTestPortal>) {
  const portal = await startTestPortal(...parts)
  const at = await portal.seed(createLab)
  const [lab, admin] = [await portal.as(at.lab), await portal.as(at.admin)]
  const otherAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  return { portal, at, lab, admin, otherAdmin, ...arrangements(portal, at), ...readers(portal) }
}
export type VialsPortal = Awaited<ReturnType<typeof startVialsPortal>>

const arrangements = (portal: TestPortal, at: { center: number; referral: number }) => ({
  newPatient: (center = at.center) =>
    portal.seed((db) => createPatient(db, { harvest_center_id: center, referral_harvest_center_id: at.referral })),
  /** A patient with vials in process; `stock` creates a patient with available vials. */
  inProcess: async (quantity: number, center = at.center) => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: center }))
    return { patient, vials: await portal.seed((db) => createVialsInProcess(db, patient, quantity)) }
  },
  stock: async (quantity: number, center = at.center) => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: center }))
    const entry = await portal.seed((db) => createAddedVials(db, patient, quantity))
    return { patient, entry, vials: await vialsOf(portal, patient) }
  },
  ship: (patient: number, quantity: number) => portal.seed((db) => createShippedVials(db, patient, quantity)),
})

async function createVialsInProcess(db: Db, patient: number, quantity: number): Promise<number[]> {
  const vial = { domain_id: db.domainId, user_id: patient, state: 'in_process' }
  const vials = Array.from({ length: quantity }, () => vial)
  return (await db.insertInto('vials').values(vials).returning('id').execute()).map(({ id }) => id)
}

export const vialsOf = async (portal: TestPortal, patient: number): Promise<number[]> =>
  (await portal.owner.query('select id from vials where user_id = $1 order by id', [patient])).rows.map(({ id }) => id)

const readers = (portal: TestPortal) => ({
  /** The states of a patient's vials, the oldest vial first. */
  statesOf: async (patient: number): Promise<VialState[]> =>
    (await portal.owner.query('select state from vials where user_id = $1 order by id', [patient])).rows.map(
      ({ state }) => state,
    ),
  codeOf: async (vial: number): Promise<string> =>
    (await portal.owner.query('select code from vials where id = $1', [vial])).rows[0].code,
  countsOf: async (patient: number): Promise<[available: number, shipped: number]> => {
    const { rows } = await portal.owner.query('select vials_available, vials_shipped from vial_counts where user_id = $1', [
      patient,
    ])
    return rows[0] ? [rows[0].vials_available, rows[0].vials_shipped] : [0, 0]
  },
  auditEntries: async (patient: number, type: string) =>
    (
      await portal.owner.query('select actor_id, before, after from audit_log where patient_id = $1 and type = $2 order by id', [
        patient,
        type,
      ])
    ).rows,
})

export const idsIn = (answer: { json(): { results: Vial[] } }) => answer.json().results.map(({ id }) => id)
