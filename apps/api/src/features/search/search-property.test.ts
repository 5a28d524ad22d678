/** After any sequence of changes, each reader finds exactly the users, sales, labels and vials that present ties allow. */
import type { Role } from '@vialdesk/contract/roles'
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
} from '#api/features/accounts/visibility/visible-rules.fixture.ts'
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
} from '#api/features/accounts/visibility/visible-world.fixture.ts'
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

interface Expectation {
  search: string
  /** Kind and key, as `patient 17`. */
  result: string
  isFound: boolean
}

function seesUser(world: World, viewer: Name, name: Name): boolean {
  if (viewer === name) return false
  if (roleOf(name) === 'patient') return seesPatient(world, viewer, name)
  return hasRole(name, ...centerRoles) ? seesCenter(world, viewer, name) : seesColleague(world, viewer, name)
}

const kindOf = (name: Name) =>
  hasRole(name, 'patient', 'lab') ? roleOf(name) : hasRole(name, ...centerRoles) ? 'center' : 'person'

/** A number finds a patient for everybody who sees it, a name only for those who see the person. */
function userExpectations(world: World, viewer: Name, words: Map<number, string>): Expectation[] {
  return names.flatMap((name) => {
    const id = world.ids[name]
    const result = `${kindOf(name)} ${id}`
    const isFound = seesUser(world, viewer, name)
    const isNamed = isFound && !(hasRole(viewer, ...salesRoles) && roleOf(name) === 'patient')
    return [
      { search: `#${id}`, result, isFound },
      { search: words.get(id) as string, result, isFound: isNamed },
    ]
  })
}

function recordExpectations(world: World, viewer: Name, invoices: Map<number, string>): Expectation[] {
  const sales = plannedSales.map((sale, n) => {
    const id = world.saleIds[n] as number
    const isFound = hasRole(viewer, ...centerRoles, 'patient') && seesSale(world, viewer, sale)
    return { search: invoices.get(id) as string, result: `sale ${id}`, isFound }
  })
  const labels = plannedRequests.map(({ center }, n) => ({
    search: `parcel ${world.requestIds[n]}`,
    result: `label ${world.requestIds[n]}`,
    isFound: hasRole(viewer, ...centerRoles, 'hc_staff') && seesRequestOf(world, viewer, center),
  }))
  const vials = namesWithRole('patient').map((name) => {
    const { code } = world.vialOf(name)
    return { search: code, result: `vial ${code}`, isFound: hasRole(viewer, ...careRoles) && seesPatient(world, viewer, name) }
  })
  return [...sales, ...labels, ...vials]
}

async function textsOf(world: World) {
  const users = await portal.owner.query('select id, last_name from users where domain_id = $1', [portal.domainId])
  const sales = await portal.owner.query('select id, invoice_id from transactions where domain_id = $1', [portal.domainId])
  await portal.owner.query(`update label_requests set tracking_number = 'PARCEL' || id where domain_id = $1 and id = any($2)`, [
    portal.domainId,
    world.requestIds,
  ])
  return {
    words: new Map(users.rows.map(({ id, last_name }) => [Number(id), last_name as string])),
    invoices: new Map(sales.rows.map(({ id, invoice_id }) => [Number(id), invoice_id as string])),
  }
}

async function compareResults(world: World, viewer: Name, texts: Awaited<ReturnType<typeof textsOf>>): Promise<void> {
  const caller = await portal.as(world.ids[viewer])
  const expected = [...userExpectations(world, viewer, texts.words), ...recordExpectations(world, viewer, texts.invoices)]
  for (const { search, result, isFound } of expected) {
    const answer = await caller.get(`/api/v1/search/?search=${encodeURIComponent(search)}`)
    const results = answer.json().results.map(({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`)
    expect({ viewer, search, result, isFound: results.includes(result) }).toEqual({ viewer, search, result, isFound })
  }
}

test('finds exactly the rows of present ties', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 2, maxLength: 10, size: 'max' }), async (steps) => {
      const world = await portal.seed(createWorld)
      const texts = await textsOf(world)
      for (const each of steps) await applyStep(admin, world, each)
      for (const viewer of names)
        if (isActive(world, viewer) && roleOf(viewer) !== 'observer') await compareResults(world, viewer, texts)
    }),
    { numRuns: 2, examples: [[[{ change: 'deactivate', user: 'north' }]]] },
  )
}, 180_000)
