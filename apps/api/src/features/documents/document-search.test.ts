/** The search for documents equals a plain search over all rows, also for words that all or nearly all documents have. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import type { Db } from '#api/db/db.ts'
import { pageOfList } from '#api/db/list-pages.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { findPageIds } from '#api/db/paging.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createDomain } from '#api/testing/factories.ts'
import { allDocuments, type DocumentFilter } from './document-pages.queries.ts'

const DOCUMENTS = 90
const names = ['Amber', 'Birch', 'Cedar', 'Ambrose', 'Amber Ambrose']

interface Row {
  id: number
  status: string
  words: string[]
}

let owner: ReturnType<typeof openPool>
let pool: ReturnType<typeof openPool>
let domainId: number
let rows: Row[]

/** 'agreement' and 'patients' are words of every document, and 'nearly' of all but one. Documents of centers and hidden ones are not found. */
async function fill(db: Db) {
  await insertInitialRows(db)
  for (let n = 0; n < DOCUMENTS; n++) {
    const patient_name = `${names[n % names.length]} ${n === 7 ? 'Never' : 'Nearly'}`
    await createDocument(db, {
      ...{ patient_name, patient_email: `person${n}@patients.test` },
      status: n % 4 === 0 ? 'Completed' : 'Pending',
    })
  }
  for (const party of ['center', 'patient'] as const) {
    const { id } = await createDocument(db, { party, patient_name: 'Amber Nearly', patient_email: 'x@patients.test' })
    await db
      .updateTable('documents')
      .set({ hidden_at: new Date() })
      .where('domain_id', '=', db.domainId)
      .where('id', '=', id)
      .execute()
  }
}

async function readAll(): Promise<Row[]> {
  const { rows: read } = await owner.query<Omit<Row, 'words'> & { text: string }>(
    `select id, status, concat_ws(' ', id, name, patient_name, patient_email) as text
     from documents
     where domain_id = $1 and party = 'patient' and hidden_at is null
     order by id desc`,
    [domainId],
  )
  return read.map(({ text, ...row }) => ({ ...row, words: text.toLowerCase().split(/[^\p{L}\p{N}]+/u) }))
}

beforeAll(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl, { max: 2 })
  pool = openPool(appUrl, { max: 2, planOnce: true })
  domainId = await createDomain(owner)
  // Ids far apart, so that pages cross the borders of blocks.
  await owner.query(`alter sequence ids.documents_${domainId} increment by 977`)
  await inDomain(owner, domainId, fill)
  rows = await readAll()
})
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
})

const walk = ({ search = '', status, limit, offset }: DocumentFilter) => {
  const found = rows.filter(
    (row) =>
      (!status || row.status === status) && search.split(' ').every((word) => row.words.some((each) => each.startsWith(word))),
  )
  return { count: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) }
}

async function compare(searches: string[], size = 41) {
  await inDomain(pool, domainId, async (db) => {
    for (const search of searches)
      for (const status of [undefined, 'Completed'] as const)
        for (let offset = 0; offset <= rows.length; offset += size) {
          const filter = { search, status, limit: size, offset }
          const page = await findPageIds(db, await pageOfList(db, allDocuments(filter), filter))
          expect({ filter, ...page }).toEqual({ filter, ...walk(filter) })
        }
  })
}

const searches =
  'amber|amb|agreement|agreement amber|patients agree|nearly amber|amber nearly patients|nearly patients|nobody patients'.split(
    '|',
  )

test('equals a plain search on every page', async () => {
  const isOfAll = (word: string) => rows.every(({ words }) => words.includes(word))
  expect(['agreement', 'patients', 'nearly'].filter(isOfAll)).toEqual(['agreement', 'patients'])
  await compare(searches)
})

test('equals a plain search after one document has other words', async () => {
  await owner.query(
    `update documents
     set name = 'Contract', patient_email = 'ada@clinic.test'
     where domain_id = $1 and id = (select max(id) from documents where domain_id = $1 and patient_name = 'Amber Nearly' and hidden_at is null)`,
    [domainId],
  )
  rows = await readAll()
  expect(rows.every(({ words }) => words.includes('agreement'))).toBe(false)
  await compare(searches)
})
