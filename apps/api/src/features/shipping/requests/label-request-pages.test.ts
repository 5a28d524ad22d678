/** Compares count and ids of each page with a plain search over all rows, for all centers and words. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import type { Db } from '#api/db/db.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createCenter, createDomain, createPatient } from '#api/testing/factories.ts'
import { samePicks } from '#api/testing/same-picks.ts'
import { createRequestRow } from './label-requests.fixture.ts'
import { findLabelRequests, findRequestsOfCenters, type RequestFilter } from './label-requests.queries.ts'

const REQUEST_COUNT = 300
const words = ['amber', 'birch', 'cedar', 'ambrose']

interface Row {
  id: number
  center_id: number
  words: string[]
}

let owner: ReturnType<typeof openPool>
let pool: ReturnType<typeof openPool>
let domainId: number
let centers: number[]
let patients: number[]
let rows: Row[]

const picks = samePicks(REQUEST_COUNT, { length: 6, seed: 4711 })

async function fill(db: Db) {
  await insertInitialRows(db)
  const word = (n: number) => words[n % words.length] as string
  centers = []
  patients = []
  for (let n = 0; n < 4; n++) {
    centers.push(await createCenter(db, { company: `${word(n)} clinic${n}`, email: `desk${n}@${word(n + 1)}.example` }))
    patients.push(
      await createPatient(db, { first_name: word(n + 2), last_name: `patient${n}`, harvest_center_id: centers[0] ?? null }),
    )
  }
  for (const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] of picks)
    await createRequestRow(db, {
      center_id: centers[a % 4] as number,
      patients: [...new Set([b % 5, c % 5])].flatMap((n) => patients[n] ?? []),
      // A word that all requests but a few have.
      representative: a % 50 === 0 ? 'Ruth Keller' : 'Ruth Nearly',
      doctor_name: d % 3 === 0 ? `Dr. ${word(d)} Amberly` : '',
      other_patient_name: e % 4 === 0 ? `${word(e)} Okonjo` : '',
      ...(f % 2 === 0 && { tracking_number: `SIM${f}`, tracking_link: `https://carrier.example/track/SIM${f}?n=a${f % 7}b` }),
    })
}

/** All requests with their searchable words. */
async function readAll(): Promise<Row[]> {
  const { rows: read } = await owner.query<{ id: number; center_id: number; words: string; link: string }>(
    `select r.id, r.center_id, r.tracking_link as link,
       concat_ws(' ', r.id, r.email, r.representative, r.doctor_name, r.doctor_email, r.other_patient_name,
         r.tracking_number, c.id, c.company, c.email,
         (select string_agg(concat_ws(' ', p.id, p.first_name, p.last_name), ' ')
           from label_request_patients rp
           join users p on p.id = rp.patient_id
           where rp.request_id = r.id)) as words
     from label_requests r
     join users c on c.id = r.center_id
     where r.domain_id = $1`,
    [domainId],
  )
  const split = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return read
    .map(({ words, link, ...row }) => ({ ...row, words: [...split(words), ...split(link).filter((word) => /\d/.test(word))] }))
    .sort((a, b) => b.id - a.id)
}

beforeAll(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl, { max: 2 })
  pool = openPool(appUrl, { max: 2, planOnce: true })
  const otherId = await createDomain(owner)
  domainId = await createDomain(owner)
  // Ids far apart, so that pages cross the borders of blocks.
  await owner.query(`alter sequence ids.label_requests_${domainId} increment by 97`)
  await inDomain(owner, domainId, fill)
  // Requests of another domain, which must never count.
  await inDomain(owner, otherId, async (db) => {
    await insertInitialRows(db)
    const center_id = await createCenter(db, { company: 'amber cedar' })
    for (let n = 0; n < 20; n++) await createRequestRow(db, { center_id, doctor_name: 'Amber Okonjo' })
  })
  rows = await readAll()
})
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
})

const ADMIN = { id: 0, role: 'admin' } as const

interface PageRequest extends RequestFilter {
  of: number[] | null
}

const fits = ({ words, center_id }: Row, { search, of }: PageRequest) =>
  (of === null || of.includes(center_id)) &&
  (!search || search.split(' ').every((word) => words.some((each) => each.startsWith(word.toLowerCase()))))

const walk = (request: PageRequest) => {
  const found = rows.filter((row) => fits(row, request))
  return { count: found.length, ids: found.slice(request.offset, request.offset + request.limit).map(({ id }) => id) }
}

async function compare(all: PageRequest[]) {
  await inDomain(pool, domainId, async (db) => {
    for (const request of all) {
      const { of, ...filter } = request
      const { count, results } = await findRequestsOfCenters(db, ADMIN, of, filter)
      expect({ request, count, ids: results.map(({ id }) => id) }).toEqual({ request, ...walk(request) })
    }
  })
}

const beginnings = ['a', 'am', 'amb', 'amber', 'amberly', 'example', 'sim', 'SIM1', '1', 'okonjo', 'ámb', 'clinic0', 'a3b']
const everyPage = (request: Omit<PageRequest, 'limit' | 'offset'>, size: number): PageRequest[] =>
  Array.from({ length: Math.ceil(REQUEST_COUNT / size) + 1 }, (_, n) => ({ ...request, limit: size, offset: n * size }))

test('equals a plain search on every page of all, one, some and no centers', async () => {
  const [first = 0, second = 0] = centers
  for (const of of [null, [first], [first, second], centers, []]) await compare(everyPage({ of }, 47))
})

test('equals a plain search for a word of any length, on every page', async () => {
  await compare(beginnings.flatMap((search) => everyPage({ of: null, search }, 100)))
})

/** 'example' and 'ruth' are words of every request, and 'nearly' of nearly all. */
const wordsOfAll = [
  'example amber',
  'exam amber',
  'nearly amber',
  'amber nearly example',
  'ruth example',
  'example',
  'ruth 1',
  'example desk',
]

test('equals a plain search for words that all requests have, on every page', async () => {
  const isOfAll = (word: string) => rows.every(({ words }) => words.includes(word))
  expect(['example', 'ruth', 'nearly'].filter(isOfAll)).toEqual(['example', 'ruth'])
  await compare(wordsOfAll.flatMap((search) => everyPage({ of: null, search }, 80)))
  await compare(wordsOfAll.flatMap((search) => everyPage({ of: null, search, sort: '-date' }, 100)))
})

test('equals a plain search for several words in any centers', async () => {
  const request = fc.record({
    of: fc.oneof(
      fc.constant(null),
      fc.subarray([0, 1, 2, 3]).map((chosen) => chosen.map((n) => centers[n] as number)),
    ),
    search: fc
      .array(fc.constantFrom(...beginnings, 'patient0', 'nobody', 'ruth', 'nearly'), { minLength: 1, maxLength: 3 })
      .map((all) => all.join(' ')),
    limit: fc.integer({ min: 1, max: 100 }),
    offset: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(REQUEST_COUNT + 20)),
  })
  await fc.assert(
    fc.asyncProperty(request, (given) => compare([given])),
    { numRuns: 20, seed: 4712 },
  )
})

test('finds a request by its tracking link, and nothing by text without words', async () => {
  const { rows: linked } = await owner.query<{ id: number; tracking_link: string }>(
    `select id, tracking_link from label_requests where domain_id = $1 and tracking_link <> '' order by id limit 1`,
    [domainId],
  )
  await inDomain(pool, domainId, async (db) => {
    const find = (search: string) => findLabelRequests(db, ADMIN, { search, limit: 10, offset: 0 })
    expect((await find(linked[0]?.tracking_link ?? '')).results.map(({ id }) => id)).toEqual([linked[0]?.id])
    for (const none of ['!!!', 'https://carrier.example', '-']) expect((await find(none)).count).toBe(0)
  })
})

test('equals a plain search after users and labels have changed', async () => {
  const rename = 'update users set first_name = $3, last_name = $4, company = $5 where domain_id = $1 and id = $2'
  await owner.query(rename, [domainId, patients[0], 'Ámbar', 'Amberly', ''])
  await owner.query(rename, [domainId, centers[1], 'Ruth', 'Okonjo', 'Ambrosia'])
  await owner.query(`update users set email = 'amber@desk.example' where domain_id = $1 and id = $2`, [domainId, centers[2]])
  await owner.query(
    `update label_requests
     set tracking_number = case when tracking_number = '' then 'AMB 12' else '' end, tracking_link = ''
     where domain_id = $1 and id % 3 = 0`,
    [domainId],
  )
  // The words of all requests are now words of all but one.
  await owner.query(
    `update label_requests
     set representative = 'Rita', email = 'desk@clinic.test'
     where domain_id = $1 and id = (select max(id) from label_requests where domain_id = $1 and center_id = $2)`,
    [domainId, centers[3]],
  )
  await owner.query(`update users set email = 'desk@clinic.test' where domain_id = $1 and id = $2`, [domainId, centers[3]])
  rows = await readAll()
  expect(rows.every(({ words }) => words.includes('ruth'))).toBe(false)
  await compare(wordsOfAll.flatMap((search) => everyPage({ of: null, search }, 100)))
  await compare([...beginnings, 'ambrosia', 'ámbar', 'patient0'].flatMap((search) => everyPage({ of: null, search }, 100)))
  await compare(['amber', 'ámbar'].flatMap((search) => everyPage({ of: centers.slice(1, 3), search }, 100)))
})
