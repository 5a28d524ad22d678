/** A small world of users and their ties, by short names, and the steps that change the ties. */
import type { Db } from '#api/db/db.ts'
import { createRequestRow } from '#api/features/shipping/label-requests.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import type { TestClient } from '#api/testing/test-portal.ts'

type Column =
  | 'lab_id'
  | 'sales_rep_id'
  | 'sales_manager_id'
  | 'sales_distributor_id'
  | 'harvest_center_id'
  | 'referral_harvest_center_id'
  | 'referred_center_id'
type Role = Parameters<typeof createUser>[1]

interface Plan {
  role: Role
  ties?: { [C in Column]?: string }
}

/** In this order, as a tie leads to somebody who is there already. */
const plans = {
  distributor: { role: 'sales_distributor' },
  manager: { role: 'sales_manager', ties: { sales_distributor_id: 'distributor' } },
  rep: { role: 'sales_rep', ties: { sales_manager_id: 'manager' } },
  otherRep: { role: 'sales_rep' },
  lab: { role: 'lab' },
  otherLab: { role: 'lab' },
  observer: { role: 'observer', ties: { lab_id: 'lab' } },
  north: { role: 'harvest_center', ties: { lab_id: 'lab', sales_rep_id: 'rep' } },
  south: { role: 'harvest_center', ties: { lab_id: 'otherLab', sales_rep_id: 'otherRep' } },
  referral: { role: 'referral_harvest_center', ties: { sales_rep_id: 'rep' } },
  staff: { role: 'hc_staff' },
  otherStaff: { role: 'hc_staff' },
  ofNorth: { role: 'patient', ties: { harvest_center_id: 'north' } },
  shared: { role: 'patient', ties: { harvest_center_id: 'south', referred_center_id: 'north' } },
  referred: { role: 'patient', ties: { harvest_center_id: 'north', referral_harvest_center_id: 'referral' } },
} as const satisfies Record<string, Plan>
export type Name = keyof typeof plans
export const names = Object.keys(plans) as Name[]
export const roleOf = (name: Name): Role => plans[name].role
export const withRole = (role: Role) => names.filter((name) => roleOf(name) === role)

/** Written once and no tie: the payer, the person who asked, the sales line of a sale. */
const line = { rep: 'rep', manager: 'manager', distributor: 'distributor' } as const
export interface Sale
  extends Partial<Record<'center' | 'referral' | 'staff' | 'patient' | 'rep' | 'manager' | 'distributor', Name>> {
  payer: Name
}
export const sales: Sale[] = [
  { payer: 'staff', staff: 'staff', center: 'north', patient: 'ofNorth', ...line },
  { payer: 'south', staff: 'otherStaff', center: 'south', patient: 'shared', rep: 'otherRep' },
  { payer: 'referral', referral: 'referral', patient: 'referred', ...line },
]
export const requests: { center: Name; by: Name; patient: Name }[] = [
  { center: 'north', by: 'staff', patient: 'ofNorth' },
  { center: 'south', by: 'otherStaff', patient: 'shared' },
  { center: 'referral', by: 'referral', patient: 'referred' },
]

interface Person {
  active: boolean
  ties: { [C in Column]?: Name | null }
}
export type World = Awaited<ReturnType<typeof aWorld>>

export async function aWorld(db: Db) {
  const ids = {} as Record<Name, number>
  const people = {} as Record<Name, Person>
  for (const name of names) {
    const { role, ties = {} } = plans[name] as { role: Role; ties?: Person['ties'] }
    const values = Object.fromEntries(Object.entries(ties).map(([column, to]) => [column, ids[to as Name]]))
    ids[name] = role === 'patient' ? await createPatient(db, values) : await createUser(db, role, values)
    people[name] = { active: true, ties: { ...ties } }
  }
  const works = new Set<string>(['staff:north', 'otherStaff:north', 'otherStaff:south'])
  const rows = [...works].map((pair) => pair.split(':') as [Name, Name])
  await db
    .insertInto('staff_centers')
    .values(rows.map(([staff, center]) => ({ domain_id: db.domainId, staff_id: ids[staff], center_id: ids[center] })))
    .execute()
  for (const patient of withRole('patient')) await createAddedVials(db, ids[patient], 1)
  const idOf = (name: Name | undefined) => (name === undefined ? null : ids[name])
  const saleIds: number[] = []
  for (const { payer, center, referral, staff, patient, rep, manager, distributor } of sales)
    saleIds.push(
      await createSale(db, {
        ...{ payer_id: ids[payer], harvest_center_id: idOf(center), referral_harvest_center_id: idOf(referral) },
        ...{ hc_staff_id: idOf(staff), patient_id: idOf(patient), sales_rep_id: idOf(rep) },
        ...{ sales_manager_id: idOf(manager), sales_distributor_id: idOf(distributor) },
      }),
    )
  const requestIds: number[] = []
  for (const { center, by, patient } of requests) {
    const pdf_file = `${String(ids[center]).padStart(16, '0')}.pdf`
    requestIds.push(
      await createRequestRow(db, { center_id: ids[center], requested_by: ids[by], patients: [ids[patient]], pdf_file }),
    )
  }
  const vials = await db.selectFrom('vials').select(['id', 'code', 'user_id']).where('domain_id', '=', db.domainId).execute()
  const vialOf = (name: Name) => vials.find(({ user_id }) => user_id === ids[name]) as (typeof vials)[number]
  return { ids, people, works, saleIds, requestIds, vialOf }
}

export type Step =
  | { change: 'assign' | 'unassign'; staff: Name; center: Name }
  | { change: 'deactivate' | 'activate' | 'remove'; who: Name }
  | { change: 'tie'; who: Name; column: Column; to: Name | null }

/** Every way in which an admin ties somebody to another, or unties. */
export const tyings: Step[] = names.flatMap((who) =>
  Object.entries((plans[who] as Plan).ties ?? {}).flatMap(([column, first]) =>
    [...withRole(roleOf(first as Name)), null].map((to) => ({ change: 'tie', who, column, to }) as Step),
  ),
)

/** Asks for the step as an admin; where the portal has taken it, the account follows. */
export async function take(admin: TestClient, world: World, step: Step): Promise<void> {
  const status = await ask(admin, world, step)
  if (![200, 404, 409, 422].includes(status)) throw new Error(`${JSON.stringify(step)} was answered with ${status}`)
  if (status === 200) follow(world, step)
}

async function ask(admin: TestClient, { ids, people, works }: World, step: Step): Promise<number> {
  if (step.change === 'tie') {
    const field = step.column === 'sales_rep_id' ? 'saless_rep_id' : step.column
    const value = step.to === null ? null : ids[step.to]
    return (await admin.patch(`/api/v1/users/${ids[step.who]}/`, { [field]: value })).statusCode
  }
  if ('staff' in step) {
    const others = withRole('harvest_center').filter(
      (center) => center !== step.center && people[center].active && works.has(`${step.staff}:${center}`),
    )
    const wanted = step.change === 'assign' ? [...others, step.center] : others
    const staff_hc_ids = wanted.map((center) => ids[center]).join(',')
    return (await admin.patch(`/api/v1/hc-staff/${ids[step.staff]}/`, { staff_hc_ids })).statusCode
  }
  const id = ids[step.who]
  if (step.change === 'remove') return (await admin.delete(`/api/v1/users/delete-inactive/${id}/`)).statusCode
  return (await admin.get(`/api/v1/users/set/${step.change === 'activate' ? 'active' : 'inactive'}/${id}/`)).statusCode
}

function follow({ people, works }: World, step: Step): void {
  if (step.change === 'tie') people[step.who].ties[step.column] = step.to
  else if ('staff' in step) {
    const pair = `${step.staff}:${step.center}`
    if (step.change === 'assign') works.add(pair)
    // Inactive centers are in no list, so an admin cannot mean to take them away: the link to them stays.
    else if (people[step.center].active) works.delete(pair)
  } else if (step.change !== 'remove') people[step.who].active = step.change === 'activate'
}
