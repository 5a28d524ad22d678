/** After any steps, users read only their own data and data that a present tie between active users allows. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { aStep, isActive, seesCenter, seesPatient, seesRequestOf, seesSale } from './visible-rules.fixture.ts'
import {
  applyStep,
  createWorld,
  type Name,
  names,
  namesWithRole,
  plannedRequests,
  plannedSales,
  roleOf,
  type Step,
  type World,
} from './visible-world.fixture.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const centers = namesWithRole('harvest_center')
const patients = namesWithRole('patient')
/** The centers on the page of a lab; 404 if the viewer may not open the page. */
const centersOfLab = (world: World, viewer: Name, lab: Name): Name[] | 404 => {
  if (viewer !== lab && !(isActive(world, lab) && world.users[viewer].ties.lab_id === lab)) return 404
  const all = centers.filter((center) => isActive(world, center) && world.users[center].ties.lab_id === lab)
  return roleOf(viewer) === 'harvest_center' ? all.filter((center) => center === viewer) : all
}

interface ExpectedAnswer {
  path: string
  /** The expected answer: the status of a page, or the ids of a list. */
  expected: number | number[]
}
const expectPage = (path: string, isSeen: boolean): ExpectedAnswer => ({ path, expected: isSeen ? 200 : 404 })
const hasRole = (viewer: Name, ...roles: string[]) => roles.includes(roleOf(viewer))
const salesRoles = ['sales_rep', 'sales_manager', 'sales_distributor']
const centerRoles = ['harvest_center', 'hc_staff']
const labelRoles = [...centerRoles, 'referral_harvest_center']

function labPages(world: World, viewer: Name): ExpectedAnswer[] {
  if (!hasRole(viewer, 'lab', 'observer', 'harvest_center')) return []
  return namesWithRole('lab').map((lab) => {
    const page = centersOfLab(world, viewer, lab)
    const expected = page === 404 ? 404 : page.map((name) => world.ids[name])
    return { path: `/api/v1/processing-labs/${world.ids[lab]}/harvestcenters/`, expected }
  })
}

function patientPages(world: World, viewer: Name, patient: Name): ExpectedAnswer[] {
  const isSeen = seesPatient(world, viewer, patient)
  const id = world.ids[patient]
  const readings = [expectPage(`/api/v1/users/${id}/`, isSeen)]
  if (!hasRole(viewer, 'patient') || viewer === patient) readings.push(expectPage(`/api/v1/vials-history/user/${id}/`, isSeen))
  if (hasRole(viewer, 'lab', ...labelRoles))
    readings.push(expectPage(`/api/v1/vials/find/${world.vialOf(patient).code}/`, isSeen))
  return readings
}

function centerPages(world: World, viewer: Name, center: Name): ExpectedAnswer[] {
  const isSeen = seesCenter(world, viewer, center)
  const id = world.ids[center]
  const pages = [`/api/v1/users/${id}/`]
  if (hasRole(viewer, 'lab', ...centerRoles, ...salesRoles)) pages.push(`/api/v1/harvest-centers/${id}/patients/`)
  if (hasRole(viewer, ...centerRoles))
    for (const list of ['transactions-history', 'transactions-history/processing-fee'])
      pages.push(`/api/v1/harvest-centers/${id}/${list}/`)
  if (hasRole(viewer, 'hc_staff')) pages.push(`/api/v1/hc-staff/auth-profile/${id}/`)
  return pages.map((path) => expectPage(path, isSeen))
}

function patientLists(world: World, viewer: Name): ExpectedAnswer[] {
  if (hasRole(viewer, 'patient')) return []
  const seen = patients.filter((patient) => seesPatient(world, viewer, patient))
  const list = { path: '/api/v1/users/patient/list/', expected: seen.map((patient) => world.ids[patient]) }
  const vials = { path: '/api/v1/vials/', expected: seen.map((patient) => world.vialOf(patient).id) }
  return hasRole(viewer, 'lab') ? [list, vials] : [list]
}

function labelPages(world: World, viewer: Name): ExpectedAnswer[] {
  if (!hasRole(viewer, ...labelRoles)) return []
  const { requestIds } = world
  const shown = requestIds.filter((_, n) => seesRequestOf(world, viewer, plannedRequests[n]?.center as Name))
  const links = requestIds.flatMap((id) =>
    ['', 'label-link/'].map((page) => expectPage(`/api/v1/fedex-requests/${id}/${page}`, shown.includes(id))),
  )
  return [{ path: '/api/v1/fedex-requests/', expected: shown }, ...links]
}

/** The named patients and centers that become links. */
function openableUsers(world: World, viewer: Name): ExpectedAnswer {
  const open = [
    ...patients.filter((patient) => seesPatient(world, viewer, patient)),
    ...centers.filter((center) => seesCenter(world, viewer, center)),
  ]
  const named = [...patients, ...centers].map((name) => world.ids[name])
  return {
    path: `/api/v1/users/openable/?ids=${named.join(',')}`,
    expected: open.map((name) => world.ids[name]).toSorted((a, b) => a - b),
  }
}

/** All paths that the viewer may call, each with the expected answer. */
function expectedAnswersFor(world: World, viewer: Name): ExpectedAnswer[] {
  if (hasRole(viewer, 'observer')) return labPages(world, viewer)
  return [
    ...labPages(world, viewer),
    ...patients.flatMap((patient) => patientPages(world, viewer, patient)),
    ...centers.flatMap((center) => centerPages(world, viewer, center)),
    ...plannedSales.map((sale, n) => expectPage(`/api/v1/transactions/${world.saleIds[n]}/`, seesSale(world, viewer, sale))),
    openableUsers(world, viewer),
    ...patientLists(world, viewer),
    ...labelPages(world, viewer),
  ]
}

async function fetchAnswer(caller: TestClient, { path, expected }: ExpectedAnswer): Promise<number | number[]> {
  const { statusCode, json } = await caller.get(path)
  if (typeof expected === 'number' || statusCode !== 200) return statusCode
  const answer = json()
  const ids: number[] = Array.isArray(answer) ? answer : answer.results.map(({ id }: { id: number }) => id)
  const { count = ids.length } = answer
  const found = ids.toSorted((a, b) => a - b)
  return count === found.length ? found : count
}

/** Compares the answers to an active viewer with the expected ones. */
async function compareAnswers(world: World, viewer: Name): Promise<void> {
  const caller = await portal.as(world.ids[viewer])
  const readings = expectedAnswersFor(world, viewer)
  const got = await Promise.all(readings.map(async (reading) => [reading.path, await fetchAnswer(caller, reading)] as const))
  const expected = readings.map(({ path, expected }) => [path, expected])
  expect({ viewer, ...Object.fromEntries(got) }).toEqual({ viewer, ...Object.fromEntries(expected) })
}

/** Regression examples: data stayed readable after these steps before ties were checked. */
const regressions: [Step[]][] = [
  [[{ change: 'unassign', staff: 'staff', center: 'north' }]],
  [[{ change: 'deactivate', user: 'north' }]],
]

test('shows only data of present ties between active users after any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 12, size: 'max' }), async (steps) => {
      const world = await portal.seed(createWorld)
      for (const each of steps) await applyStep(admin, world, each)
      for (const viewer of names) if (isActive(world, viewer)) await compareAnswers(world, viewer)
    }),
    { numRuns: 4, examples: regressions },
  )
})
