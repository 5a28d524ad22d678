/** After any steps, everyone reads just what a present tie between active people leads to, and what is their own. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import {
  aWorld,
  type Name,
  names,
  requests,
  roleOf,
  type Sale,
  type Step,
  sales,
  take,
  tyings,
  type World,
  withRole,
} from './visible-world.fixture.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const centers = withRole('harvest_center')
const patients = withRole('patient')
type Sees<Of> = (world: World, viewer: Name, of: Of) => boolean

const isActive = ({ people }: World, name: Name | null | undefined) => name != null && people[name].active
const worksFor: Sees<Name | null | undefined> = (world, staff, center) =>
  isActive(world, center) && world.works.has(`${staff}:${center}`)

/** The rep of a patient or a center, active or not: its own, else its center's, else its referral center's. */
function repOf({ people }: World, name: Name): Name | null | undefined {
  const { sales_rep_id, harvest_center_id, referral_harvest_center_id } = people[name].ties
  const of = (center: Name | null | undefined) => (center == null ? null : people[center].ties.sales_rep_id)
  return sales_rep_id ?? of(harvest_center_id) ?? of(referral_harvest_center_id)
}
/** Whether the line from a rep upwards leads to the viewer. */
function isInLine({ people }: World, viewer: Name, rep: Name | null | undefined): boolean {
  const manager = rep == null ? null : people[rep].ties.sales_manager_id
  const distributor = manager == null ? null : people[manager].ties.sales_distributor_id
  return [rep, manager, distributor].includes(viewer)
}

const seesPatient: Sees<Name> = (world, viewer, patient) => {
  const { harvest_center_id: center, referred_center_id, referral_harvest_center_id } = world.people[patient].ties
  if (viewer === patient) return true
  if (!isActive(world, patient)) return false
  switch (roleOf(viewer)) {
    case 'hc_staff':
      return worksFor(world, viewer, center) || worksFor(world, viewer, referred_center_id)
    case 'harvest_center':
      return center === viewer || referred_center_id === viewer
    case 'referral_harvest_center':
      return referral_harvest_center_id === viewer
    case 'lab':
      return isActive(world, center) && world.people[center as Name].ties.lab_id === viewer
    default:
      return isInLine(world, viewer, repOf(world, patient))
  }
}

const seesCenter: Sees<Name> = (world, viewer, center) => {
  if (viewer === center) return true
  if (!isActive(world, center)) return false
  const role = roleOf(viewer)
  if (role === 'hc_staff') return worksFor(world, viewer, center)
  if (role === 'lab') return world.people[center].ties.lab_id === viewer
  return isInLine(world, viewer, repOf(world, center))
}

const seesSale: Sees<Sale> = (world, viewer, { staff: _, ...sale }) =>
  roleOf(viewer) === 'hc_staff' ? worksFor(world, viewer, sale.center) : Object.values(sale).includes(viewer)

const seesRequestOf: Sees<Name> = (world, viewer, center) =>
  roleOf(viewer) === 'hc_staff' ? worksFor(world, viewer, center) : center === viewer

/** Whether a lab's page of centers opens, and which centers are on it. */
const centersOfLab = (world: World, viewer: Name, lab: Name): Name[] | 404 => {
  if (viewer !== lab && !(isActive(world, lab) && world.people[viewer].ties.lab_id === lab)) return 404
  const all = centers.filter((center) => isActive(world, center) && world.people[center].ties.lab_id === lab)
  return roleOf(viewer) === 'harvest_center' ? all.filter((center) => center === viewer) : all
}

interface Reading {
  path: string
  /** The expected answer: the status of a page, or the ids of a list. */
  wanted: number | number[]
}
const opens = (path: string, isSeen: boolean): Reading => ({ path, wanted: isSeen ? 200 : 404 })
const hasRole = (viewer: Name, ...roles: string[]) => roles.includes(roleOf(viewer))
const line = ['sales_rep', 'sales_manager', 'sales_distributor']
const atCenters = ['harvest_center', 'hc_staff']
const parties = [...atCenters, 'referral_harvest_center']

function labPages(world: World, viewer: Name): Reading[] {
  if (!hasRole(viewer, 'lab', 'observer', 'harvest_center')) return []
  return withRole('lab').map((lab) => {
    const page = centersOfLab(world, viewer, lab)
    const wanted = page === 404 ? 404 : page.map((name) => world.ids[name])
    return { path: `/api/v1/processing-labs/${world.ids[lab]}/harvestcenters/`, wanted }
  })
}

function patientPages(world: World, viewer: Name, patient: Name): Reading[] {
  const isSeen = seesPatient(world, viewer, patient)
  const id = world.ids[patient]
  const readings = [opens(`/api/v1/users/${id}/`, isSeen)]
  if (!hasRole(viewer, 'patient') || viewer === patient) readings.push(opens(`/api/v1/vials-history/user/${id}/`, isSeen))
  if (hasRole(viewer, 'lab', ...parties)) readings.push(opens(`/api/v1/vials/find/${world.vialOf(patient).code}/`, isSeen))
  return readings
}

function centerPages(world: World, viewer: Name, center: Name): Reading[] {
  const isSeen = seesCenter(world, viewer, center)
  const id = world.ids[center]
  const pages = [`/api/v1/users/${id}/`]
  if (hasRole(viewer, 'lab', ...atCenters, ...line)) pages.push(`/api/v1/harvest-centers/${id}/patients/`)
  if (hasRole(viewer, ...atCenters))
    for (const list of ['transactions-history', 'transactions-history/processing-fee'])
      pages.push(`/api/v1/harvest-centers/${id}/${list}/`)
  if (hasRole(viewer, 'hc_staff')) pages.push(`/api/v1/hc-staff/auth-profile/${id}/`)
  return pages.map((path) => opens(path, isSeen))
}

function patientLists(world: World, viewer: Name): Reading[] {
  if (hasRole(viewer, 'patient')) return []
  const seen = patients.filter((patient) => seesPatient(world, viewer, patient))
  const list = { path: '/api/v1/users/patient/list/', wanted: seen.map((patient) => world.ids[patient]) }
  const vials = { path: '/api/v1/vials/', wanted: seen.map((patient) => world.vialOf(patient).id) }
  return hasRole(viewer, 'lab') ? [list, vials] : [list]
}

function labelPages(world: World, viewer: Name): Reading[] {
  if (!hasRole(viewer, ...parties)) return []
  const { requestIds } = world
  const shown = requestIds.filter((_, n) => seesRequestOf(world, viewer, requests[n]?.center as Name))
  const links = requestIds.map((id) => opens(`/api/v1/fedex-requests/${id}/label-link/`, shown.includes(id)))
  return [{ path: '/api/v1/fedex-requests/', wanted: shown }, ...links]
}

/** Everything that the viewer may ask for, with what it must get. */
function readingsOf(world: World, viewer: Name): Reading[] {
  if (hasRole(viewer, 'observer')) return labPages(world, viewer)
  return [
    ...labPages(world, viewer),
    ...patients.flatMap((patient) => patientPages(world, viewer, patient)),
    ...centers.flatMap((center) => centerPages(world, viewer, center)),
    ...sales.map((sale, n) => opens(`/api/v1/transactions/${world.saleIds[n]}/`, seesSale(world, viewer, sale))),
    ...patientLists(world, viewer),
    ...labelPages(world, viewer),
  ]
}

async function read(caller: TestClient, { path, wanted }: Reading): Promise<number | number[]> {
  const { statusCode, json } = await caller.get(path)
  if (typeof wanted === 'number' || statusCode !== 200) return statusCode
  const { count, results } = json()
  const found = results.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)
  return count === found.length ? found : count
}

/** The paths that an active viewer opens, each with the expected answer. */
async function compare(world: World, viewer: Name): Promise<void> {
  const caller = await portal.as(world.ids[viewer])
  const readings = readingsOf(world, viewer)
  const got = await Promise.all(readings.map(async (reading) => [reading.path, await read(caller, reading)] as const))
  const wanted = readings.map(({ path, wanted }) => [path, wanted])
  expect({ viewer, ...Object.fromEntries(got) }).toEqual({ viewer, ...Object.fromEntries(wanted) })
}

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      change: oneOf('assign' as const, 'unassign' as const),
      staff: oneOf(...withRole('hc_staff')),
      center: oneOf(...centers),
    }),
  },
  // Centers more often than others: the most ties lead to them.
  { weight: 3, arbitrary: fc.record({ change: oneOf('deactivate' as const, 'activate' as const), who: oneOf(...centers) }) },
  { weight: 2, arbitrary: fc.record({ change: oneOf('deactivate' as const, 'activate' as const), who: oneOf(...names) }) },
  { weight: 1, arbitrary: fc.record({ change: fc.constant('remove' as const), who: oneOf(...names) }) },
  { weight: 3, arbitrary: oneOf(...tyings) },
)

/** Sequences after which data was readable before ties were checked. */
const seenBefore: [Step[]][] = [
  [[{ change: 'unassign', staff: 'staff', center: 'north' }]],
  [[{ change: 'deactivate', who: 'north' }]],
]

test('after any assigning, untying, deactivating, activating and removing, present ties of active people are all that is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), async (steps) => {
      const world = await portal.seed(aWorld)
      for (const each of steps) await take(admin, world, each)
      for (const viewer of names) if (isActive(world, viewer)) await compare(world, viewer)
    }),
    { numRuns: 10, examples: seenBefore },
  )
}, 180_000)
