/** After any sequence of changes, each reader finds exactly the users, sales, labels and vials that present ties allow. */
import type { Role } from '@vialdesk/contract/base/roles'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aStep,
  isActive,
  seesCenter,
  seesColleague,
  seesPatient,
  seesRequestOf,
  seesSale,
} from '#api/features/visibility/visible-rules.fixture.ts'
import {
  applyStep,
  createWorld,
  type Name,
  names,
  namesWithRole,
  plannedRequests,
  plannedSales,
  roleOf,
  type World,
} from '#api/features/visibility/visible-world.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const hasRole = (viewer: Name, ...roles: Role[]) => (roles as string[]).includes(roleOf(viewer))
const salesRoles: Role[] = ['sales_rep', 'sales_manager', 'sales_distributor']
const centerRoles: Role[] = ['harvest_center', 'referral_harvest_center']
const careRoles: Role[] = [...centerRoles, 'hc_staff', 'lab']

/** Everybody has these words in the name. */
const EVERYBODY = 'test person'
/** All parcels begin so. */
const PARCELS = 'OURPARCEL'

/** A text, and what is found by it and what is not: kinds and keys, as `patient 17`. */
interface Expectation {
  search: string
  found: string[]
  hidden: string[]
}
const expectationOf = (search: string, results: { result: string; isFound: boolean }[]): Expectation => {
  const those = (wanted: boolean) => results.filter(({ isFound }) => isFound === wanted).map(({ result }) => result)
  return { search, found: those(true), hidden: those(false) }
}

function seesUser(world: World, viewer: Name, name: Name): boolean {
  if (viewer === name) return false
  if (roleOf(name) === 'patient') return seesPatient(world, viewer, name)
  return hasRole(name, ...centerRoles) ? seesCenter(world, viewer, name) : seesColleague(world, viewer, name)
}

const kindOf = (name: Name) =>
  hasRole(name, 'patient', 'lab') ? roleOf(name) : hasRole(name, ...centerRoles) ? 'center' : 'person'

const resultOf = (world: World, name: Name) => `${kindOf(name)} ${world.ids[name]}`

/** A number finds a patient for everybody who sees it, a name only for those who see the person. */
function userExpectations(world: World, viewer: Name): Expectation[] {
  const named = names.map((name) => ({
    result: resultOf(world, name),
    isFound: seesUser(world, viewer, name) && !(hasRole(viewer, ...salesRoles) && roleOf(name) === 'patient'),
  }))
  const patientsAndCenters = names.filter((name) => hasRole(name, 'patient', ...centerRoles))
  const numbered = patientsAndCenters.map((name) => {
    const isFound = seesUser(world, viewer, name)
    return expectationOf(`#${world.ids[name]}`, [{ result: resultOf(world, name), isFound }])
  })
  return [expectationOf(EVERYBODY, named), ...numbered]
}

function recordExpectations(world: World, viewer: Name, invoices: Map<number, string>): Expectation[] {
  const sales = plannedSales.map((sale, n) => {
    const id = world.saleIds[n] as number
    const isFound = hasRole(viewer, ...centerRoles, 'patient') && seesSale(world, viewer, sale)
    return expectationOf(invoices.get(id) as string, [{ result: `sale ${id}`, isFound }])
  })
  const labels = plannedRequests.map(({ center }, n) => ({
    result: `label ${world.requestIds[n]}`,
    isFound: hasRole(viewer, ...centerRoles, 'hc_staff') && seesRequestOf(world, viewer, center),
  }))
  const vials = namesWithRole('patient').map((name) => {
    const { code } = world.vialOf(name)
    const isFound = hasRole(viewer, ...careRoles) && seesPatient(world, viewer, name)
    return expectationOf(code, [{ result: `vial ${code}`, isFound }])
  })
  return [...sales, expectationOf(PARCELS, labels), ...vials]
}

/** Gives the parcels their numbers. Returns the invoice ids of the sales. */
async function numberRecords(world: World): Promise<Map<number, string>> {
  const text = 'update label_requests set tracking_number = $3::text || id where domain_id = $1 and id = any($2)'
  await portal.owner.query(text, [portal.domainId, world.requestIds, PARCELS])
  const sales = await portal.owner.query('select id, invoice_id from transactions where domain_id = $1', [portal.domainId])
  return new Map(sales.rows.map(({ id, invoice_id }) => [Number(id), invoice_id as string]))
}

async function compareResults(world: World, viewer: Name, invoices: Map<number, string>): Promise<void> {
  const caller = await portal.as(world.ids[viewer])
  for (const { search, found, hidden } of [...userExpectations(world, viewer), ...recordExpectations(world, viewer, invoices)]) {
    const answer = await caller.get(`/api/v1/search/?search=${encodeURIComponent(search)}`)
    const results: string[] = answer.json().results.map(({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`)
    const seen = (wanted: string[]) => wanted.filter((result) => results.includes(result))
    expect({ viewer, search, found: seen(found), hidden: seen(hidden) }).toEqual({ viewer, search, found, hidden: [] })
  }
}

test('finds exactly the rows of present ties', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 2, maxLength: 10, size: 'max' }), async (steps) => {
      const world = await portal.seed(createWorld)
      const invoices = await numberRecords(world)
      for (const each of steps) await applyStep(admin, world, each)
      for (const viewer of names)
        if (isActive(world, viewer) && roleOf(viewer) !== 'observer') await compareResults(world, viewer, invoices)
    }),
    { numRuns: 2, examples: [[[{ change: 'deactivate', user: 'north' }]]] },
  )
})
