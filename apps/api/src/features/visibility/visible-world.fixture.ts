/** A small set of users and ties with short names, and the steps that change the ties. */
import type { Db } from '#api/db/db.ts'
import { createRequestRow } from '#api/features/shipping/requests/label-requests.fixture.ts'
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

interface PlannedUser {
  role: Role
  ties?: { [C in Column]?: string }
}

/** Users are created in this order, so that the user at the other end of a tie exists. */
const plannedUsers = {
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
} as const satisfies Record<string, PlannedUser>
export type Name = keyof typeof plannedUsers
export const names = Object.keys(plannedUsers) as Name[]
export const roleOf = (name: Name): Role => plannedUsers[name].role
export const namesWithRole = (role: Role) => names.filter((name) => roleOf(name) === role)

/** The sales line of a sale is stored once and is not a tie, like the payer and the requester. */
const repLine = { rep: 'rep', manager: 'manager', distributor: 'distributor' } as const
export interface PlannedSale
  extends Partial<Record<'center' | 'referral' | 'staff' | 'patient' | 'rep' | 'manager' | 'distributor', Name>> {
  payer: Name
}
export const plannedSales: PlannedSale[] = [
  { payer: 'staff', staff: 'staff', center: 'north', patient: 'ofNorth', ...repLine },
  { payer: 'south', staff: 'otherStaff', center: 'south', patient: 'shared', rep: 'otherRep' },
  { payer: 'referral', referral: 'referral', patient: 'referred', ...repLine },
]
export const plannedRequests: { center: Name; by: Name; patient: Name }[] = [
  { center: 'north', by: 'staff', patient: 'ofNorth' },
  { center: 'south', by: 'otherStaff', patient: 'shared' },
  { center: 'referral', by: 'referral', patient: 'referred' },
]

interface UserState {
  active: boolean
  ties: { [C in Column]?: Name | null }
}
export type World = Awaited<ReturnType<typeof createWorld>>

export async function createWorld(db: Db) {
  const ids = {} as Record<Name, number>
  const users = {} as Record<Name, UserState>
  for (const name of names) {
    const { role, ties = {} } = plannedUsers[name] as { role: Role; ties?: UserState['ties'] }
    const values = Object.fromEntries(Object.entries(ties).map(([column, to]) => [column, ids[to as Name]]))
    ids[name] = role === 'patient' ? await createPatient(db, values) : await createUser(db, role, values)
    users[name] = { active: true, ties: { ...ties } }
  }
  const workplaces = new Set<string>(['staff:north', 'otherStaff:north', 'otherStaff:south'])
  const rows = [...workplaces].map((pair) => pair.split(':') as [Name, Name])
  await db
    .insertInto('staff_centers')
    .values(rows.map(([staff, center]) => ({ domain_id: db.domainId, staff_id: ids[staff], center_id: ids[center] })))
    .execute()
  for (const patient of namesWithRole('patient')) await createAddedVials(db, ids[patient], 1)
  const idOf = (name: Name | undefined) => (name === undefined ? null : ids[name])
  const saleIds: number[] = []
  for (const { payer, center, referral, staff, patient, rep, manager, distributor } of plannedSales)
    saleIds.push(
      await createSale(db, {
        ...{ payer_id: ids[payer], harvest_center_id: idOf(center), referral_harvest_center_id: idOf(referral) },
        ...{ hc_staff_id: idOf(staff), patient_id: idOf(patient), sales_rep_id: idOf(rep) },
        ...{ sales_manager_id: idOf(manager), sales_distributor_id: idOf(distributor) },
      }),
    )
  const requestIds: number[] = []
  for (const { center, by, patient } of plannedRequests) {
    const pdf_file = `${String(ids[center]).padStart(16, '0')}.pdf`
    requestIds.push(
      await createRequestRow(db, { center_id: ids[center], requested_by: ids[by], patients: [ids[patient]], pdf_file }),
    )
  }
  const vials = await db.selectFrom('vials').select(['id', 'code', 'user_id']).where('domain_id', '=', db.domainId).execute()
  const vialOf = (name: Name) => vials.find(({ user_id }) => user_id === ids[name]) as (typeof vials)[number]
  return { ids, users, workplaces, saleIds, requestIds, vialOf }
}

export type Step =
  | { change: 'assign' | 'unassign'; staff: Name; center: Name }
  | { change: 'deactivate' | 'activate' | 'remove'; user: Name }
  | { change: 'tie'; user: Name; column: Column; to: Name | null }

/** All steps in which an admin sets or removes a tie. */
export const tieSteps: Step[] = names.flatMap((user) =>
  Object.entries((plannedUsers[user] as PlannedUser).ties ?? {}).flatMap(([column, first]) =>
    [...namesWithRole(roleOf(first as Name)), null].map((to) => ({ change: 'tie', user, column, to }) as Step),
  ),
)

/** Sends the step as an admin. If the portal accepts it, the model follows. */
export async function applyStep(admin: TestClient, world: World, step: Step): Promise<void> {
  const status = await sendStep(admin, world, step)
  if (![200, 404, 409, 422].includes(status)) throw new Error(`${JSON.stringify(step)} was answered with ${status}`)
  if (status === 200) updateWorld(world, step)
}

async function sendStep(admin: TestClient, { ids, users, workplaces }: World, step: Step): Promise<number> {
  if (step.change === 'tie') {
    const field = step.column === 'sales_rep_id' ? 'saless_rep_id' : step.column
    const value = step.to === null ? null : ids[step.to]
    return (await admin.patch(`/api/v1/users/${ids[step.user]}/`, { [field]: value })).statusCode
  }
  if ('staff' in step) {
    const others = namesWithRole('harvest_center').filter(
      (center) => center !== step.center && users[center].active && workplaces.has(`${step.staff}:${center}`),
    )
    const wanted = step.change === 'assign' ? [...others, step.center] : others
    const staff_hc_ids = wanted.map((center) => ids[center]).join(',')
    return (await admin.patch(`/api/v1/hc-staff/${ids[step.staff]}/`, { staff_hc_ids })).statusCode
  }
  const id = ids[step.user]
  if (step.change === 'remove') return (await admin.delete(`/api/v1/users/delete-inactive/${id}/`)).statusCode
  return (await admin.get(`/api/v1/users/set/${step.change === 'activate' ? 'active' : 'inactive'}/${id}/`)).statusCode
}

function updateWorld({ users, workplaces }: World, step: Step): void {
  if (step.change === 'tie') users[step.user].ties[step.column] = step.to
  else if ('staff' in step) {
    const pair = `${step.staff}:${step.center}`
    if (step.change === 'assign') workplaces.add(pair)
    // Inactive centers are in no list, so an admin cannot remove them: the link stays.
    else if (users[step.center].active) workplaces.delete(pair)
  } else if (step.change !== 'remove') users[step.user].active = step.change === 'activate'
}
