import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ours: Team
let theirs: Team
let admin: number
let theirAdmin: number
let others: { manager: number; distributor: number; lead: number; stray: number; staff: number }

type Team = Awaited<ReturnType<typeof createTeam>>
/** A distributor with two managers. The first manager has two reps, and one of these reps brought centers. */
async function createTeam(db: Db) {
  const distributor = await createUser(db, 'sales_distributor', { first_name: 'Dana' })
  const below = { sales_distributor_id: distributor }
  const manager = await createUser(db, 'sales_manager', {
    ...below,
    first_name: 'Mona',
    last_name: 'Man',
    email: 'mona@mail.example',
    phone_number: '555 0100',
  })
  const second = await createUser(db, 'sales_manager', below)
  await createUser(db, 'sales_manager', { ...below, active: false })
  const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager, first_name: 'Ravi', last_name: 'Rep' })
  const colleague = await createUser(db, 'sales_rep', { sales_manager_id: manager })
  const inactive = await createUser(db, 'sales_rep', { sales_manager_id: manager, active: false })
  const center = await createCenter(db, { sales_rep_id: rep })
  await createCenter(db, { sales_rep_id: rep, active: false })
  const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep })
  const patient = await createPatient(db, { harvest_center_id: center })
  const ownPatient = await createUser(db, 'patient', { sales_rep_id: rep })
  return { distributor, manager, second, rep, colleague, inactive, center, referral, patient, ownPatient }
}

beforeAll(async () => {
  portal = await startTestPortal()
  ours = await portal.seed(createTeam)
  theirs = await portal.seedOther(createTeam)
  admin = await portal.seed((db) => createUser(db, 'admin'))
  theirAdmin = await portal.seedOther((db) => createUser(db, 'admin'))
  others = await portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const lead = await createUser(db, 'sales_manager')
    const staff = await createUser(db, 'hc_staff')
    const { domainId: domain_id } = db
    await db.insertInto('staff_centers').values({ domain_id, staff_id: staff, center_id: ours.center }).execute()
    return { distributor, manager, lead, staff, stray: await createUser(db, 'sales_rep', { sales_manager_id: manager }) }
  })
})
afterAll(() => portal.close())

const get = async (reader: number, path: string) => (await portal.as(reader)).get(path)
const statusOf = async (reader: number, path: string) => (await get(reader, path)).statusCode
const idsIn = (answer: LightMyRequestResponse) => answer.json().results.map(({ id }: { id: number }) => id)

describe('GET /api/v1/users/sales-rep/{id}/', () => {
  const path = (id: number | string) => `/api/v1/users/sales-rep/${id}/`
  const expectedRep = () => ({
    id: ours.rep,
    first_name: 'Ravi',
    last_name: 'Rep',
    sales_manager_id: ours.manager,
    sales_distributor_id: ours.distributor,
  })

  test('returns the contact data of its manager to the rep and to users above it', async () => {
    const manager = {
      id: ours.manager,
      first_name: 'Mona',
      last_name: 'Man',
      email: 'mona@mail.example',
      phone_number: '555 0100',
    }
    for (const reader of [ours.rep, ours.manager, ours.distributor, admin]) {
      expect((await get(reader, path(ours.rep))).json()).toEqual({ ...expectedRep(), sales_manager: manager })
    }
  })

  test('returns only name and sales line to the centers and patients of the rep', async () => {
    for (const reader of [ours.center, ours.referral, ours.patient, ours.ownPatient]) {
      expect((await get(reader, path(ours.rep))).json()).toEqual(expectedRep())
    }
  })

  test('returns no contact for a rep without a manager or with an inactive manager', async () => {
    const [loner, left] = await portal.seed(async (db) => [
      await createUser(db, 'sales_rep'),
      await createUser(db, 'sales_rep', { sales_manager_id: await createUser(db, 'sales_manager', { active: false }) }),
    ])
    expect((await get(loner as number, path(loner as number))).json()).toMatchObject({
      sales_manager_id: null,
      sales_manager: null,
    })
    expect((await get(left as number, path(left as number))).json()).toMatchObject({ sales_manager: null })
  })

  test('does not find the rep for other users', async () => {
    for (const reader of [others.manager, others.distributor, others.stray, ours.colleague, others.staff]) {
      expect(await statusOf(reader, path(ours.rep))).toBe(404)
    }
    expect(await statusOf(admin, path(ours.manager))).toBe(404)
    expect(await statusOf(ours.manager, path(ours.inactive))).toBe(404)
    expect(await statusOf(admin, path('me'))).toBe(404)
    expect((await (await portal.asOther(theirAdmin)).get(path(ours.rep))).statusCode).toBe(404)
    expect((await portal.guest.get(path(ours.rep))).statusCode).toBe(401)
  })

  test('does not find a deactivated rep for its center', async () => {
    const [center, rep] = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep', { active: false })
      return [await createCenter(db, { sales_rep_id: rep }), rep]
    })
    expect(await statusOf(center as number, path(rep as number))).toBe(404)
  })
})

interface List {
  call: string
  path: () => string
  readers: () => number[]
  rows: () => object[]
  strangers: () => number[]
  refused: () => number[]
  wrong: () => string
}

const row = (id: number, members: number) => expect.objectContaining({ id, members, email: expect.stringContaining('@') })
const managerNamed = (id: number) =>
  expect.objectContaining({ sales_manager: { id: ours.manager, first_name: 'Mona', last_name: 'Man' }, id })

const lists: List[] = [
  {
    call: 'GET /api/v1/sales-rep/sales-manager/list/{id}/',
    path: () => `/api/v1/sales-rep/sales-manager/list/${ours.manager}/`,
    readers: () => [admin, ours.manager, ours.distributor],
    rows: () => [row(ours.colleague, 0), row(ours.rep, 2)],
    strangers: () => [others.manager, others.distributor, ours.second],
    refused: () => [ours.rep, ours.center, ours.referral, ours.patient, others.staff],
    wrong: () => `/api/v1/sales-rep/sales-manager/list/${ours.rep}/`,
  },
  {
    call: 'GET /api/v1/sales-distributors/{id}/sales-managers/',
    path: () => `/api/v1/sales-distributors/${ours.distributor}/sales-managers/`,
    readers: () => [admin, ours.distributor],
    rows: () => [row(ours.second, 0), row(ours.manager, 2)],
    strangers: () => [others.distributor],
    refused: () => [ours.manager, ours.rep, ours.center, ours.patient, others.staff],
    wrong: () => `/api/v1/sales-distributors/${ours.manager}/sales-managers/`,
  },
  {
    call: 'GET /api/v1/sales-distributors/{id}/sales-rep/',
    path: () => `/api/v1/sales-distributors/${ours.distributor}/sales-rep/`,
    readers: () => [admin, ours.distributor],
    rows: () => [managerNamed(ours.colleague), managerNamed(ours.rep)],
    strangers: () => [others.distributor],
    refused: () => [ours.manager, ours.rep, ours.center, ours.patient, others.staff],
    wrong: () => `/api/v1/sales-distributors/${ours.manager}/sales-rep/`,
  },
]

describe.each(lists)('$call', ({ path, readers, rows, strangers, refused, wrong }) => {
  test('returns the active members, newest first, with the number of users below each', async () => {
    for (const reader of readers()) expect((await get(reader, path())).json()).toEqual({ count: 2, results: rows() })
  })

  test('returns pages at any offset', async () => {
    const [reader] = readers() as [number]
    const all = idsIn(await get(reader, path()))
    for (const [query, ids] of [
      ['limit=1', all.slice(0, 1)],
      ['limit=1&offset=1', all.slice(1)],
      ['offset=2', []],
      ['offset=9000', []],
    ] as const) {
      const page = await get(reader, `${path()}?${query}`)
      expect([query, page.json().count, idsIn(page)]).toEqual([query, 2, ids])
    }
    const bad = await get(reader, `${path()}?limit=101&offset=-1`)
    expect([bad.statusCode, Object.keys(bad.json().errors).sort()]).toEqual([422, ['limit', 'offset']])
  })

  test('does not find other teams, other kinds of users and other domains', async () => {
    for (const reader of strangers()) expect(await statusOf(reader, path())).toBe(404)
    expect(await statusOf(admin, wrong())).toBe(404)
    for (const reader of [theirAdmin, theirs.distributor])
      expect((await (await portal.asOther(reader)).get(path())).statusCode).toBe(404)
  })

  test('is forbidden to other roles and refuses guests', async () => {
    for (const reader of refused()) expect(await statusOf(reader, path())).toBe(403)
    expect((await portal.guest.get(path())).statusCode).toBe(401)
  })
})
