/** Search results equal a plain filter over all active users or patients, for any word and any page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createDomain } from '#api/testing/factories.ts'
import { findUserPage } from './user-pages.queries.ts'

const USERS = 300
/** Spreads the ids over many of the blocks in which words are tallied. */
const ID_STEP = 97
const firstNames = ['Maria', 'Mariano', 'Marie', 'Ámbar', 'Li', 'أمل']
const lastNames = ['Marin', 'Garcia', 'Garciaz', 'Mari-Garcia', 'O’Neill']

let owner: ReturnType<typeof openPool>
let pool: ReturnType<typeof openPool>
let domainId: number

const insertUsers = (db: Db, company: string) =>
  db.rows(
    `insert into users (domain_id, id, memberships, first_name, last_name, company, email, active)
     select
       $1,
       $2::bigint + n * ${ID_STEP},
       case when n % 3 = 0 then '{3}' else '{2}' end::smallint[],
       ($3::text[])[1 + n % cardinality($3::text[])],
       ($4::text[])[1 + n * 7 % cardinality($4::text[])],
       $5,
       'user' || n || '@mail.example',
       n % 11 <> 0
     from generate_series(1, ${USERS}) n`,
    [db.domainId, db.domainId * 10_000_000, firstNames, lastNames, company],
  )

beforeAll(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl, { max: 2 })
  pool = openPool(appUrl, { max: 2, planOnce: true })
  const otherId = await createDomain(owner)
  domainId = await createDomain(owner)
  await inDomain(owner, otherId, (db) => insertUsers(db, 'Maria Garcia'))
  await inDomain(owner, domainId, (db) => insertUsers(db, ''))
})
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
})

interface Row {
  id: number
  active: boolean
  subscription: number
  words: string
}

/** Compares every page of a search with a plain filter over all rows. */
async function compareWithFilter(searches: string[], size = 83): Promise<void> {
  await inDomain(pool, domainId, async (db) => {
    const all = await db.rows<Row>(
      `select id, active, subscription, lower(concat_ws(' ', id, first_name, last_name, email)) as words
       from users
       where domain_id = $1
       order by id desc`,
      [domainId],
    )
    for (const search of searches) {
      const matches = (text: string) =>
        search
          .toLowerCase()
          .split(' ')
          .every((word) => text.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word)))
      for (const membership of [undefined, 2, 3]) {
        const ids = all
          .filter(({ active, subscription, words }) => active && (membership ?? subscription) === subscription && matches(words))
          .map(({ id }) => id)
        for (let offset = 0; offset <= ids.length; offset += size) {
          const filter = { search, membership, limit: size, offset }
          const page = await findUserPage<{ id: number }>(db, filter, { columns: 'u.id' })
          expect({ ...filter, count: page.count, ids: page.results.map(({ id }) => id) }).toEqual({
            ...{ ...filter, count: ids.length },
            ids: ids.slice(offset, offset + size),
          })
        }
      }
    }
  })
}

const texts = [
  'm',
  'mar',
  'mari',
  'maria',
  'mariano',
  'garcia',
  'garciaz',
  'user',
  'user5',
  'mail',
  'ámb',
  'li',
  'أم',
  'nobody',
  'maria garcia',
  'mar gar',
]

test('finds the exact rows for words of any length and for several words', () => compareWithFilter(texts), 60_000)

test('finds the exact rows after users were renamed, deactivated, activated, moved and deleted', async () => {
  await inDomain(owner, domainId, async (db) => {
    const whereIdEndsIn = (rest: number) => `where domain_id = $1 and (id / ${ID_STEP}) % 10 = ${rest}`
    await db.rows(`update users set first_name = 'Marisol' ${whereIdEndsIn(1)}`, [domainId])
    await db.rows(`update users set active = not active ${whereIdEndsIn(2)}`, [domainId])
    await db.rows(`update users set last_login = now() ${whereIdEndsIn(3)}`, [domainId])
    await db.rows(
      `update users set memberships = case when subscription = 2 then '{3}' else '{2}' end::smallint[] ${whereIdEndsIn(5)}`,
      [domainId],
    )
  })
  await owner.query(`delete from users where domain_id = $1 and (id / ${ID_STEP}) % 10 = 4 and subscription = 3`, [domainId])
  await compareWithFilter([...texts, 'marisol', 'maris'])
})
