import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { createDomain } from '#api/testing/factories.ts'
import { type Domain, domainFinder, domainUrl } from './domains.ts'

let owner: ReturnType<typeof openPool>
let pool: ReturnType<typeof openPool>
beforeAll(async () => {
  const { ownerUrl, appUrl } = await createTestDatabase()
  owner = openPool(ownerUrl, { max: 1 })
  pool = openPool(appUrl, { max: 1 })
})
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
})

test('finds a new domain right after a request that did not find it', async () => {
  const find = domainFinder(pool, () => true)
  const atHome = { headers: { host: 'new.localhost:4300' }, socket: {} }
  expect(await find(atHome)).toBeUndefined()
  const id = await createDomain(owner)
  await owner.query('insert into domain_hosts (domain_id, host) values ($1, $2)', [id, 'new.localhost'])
  expect((await find(atHome))?.id).toBe(id)
})

describe('a flood of unknown names', () => {
  /** The pool, and how many queries it was asked. */
  function counted() {
    let queries = 0
    const query = (...asked: unknown[]) => {
      queries += 1
      return (pool.query as (...asked: unknown[]) => unknown)(...asked)
    }
    const find = domainFinder({ query } as unknown as typeof pool, () => true)
    return { named: (domain: string) => find({ headers: { domain }, socket: {} }), queries: () => queries }
  }

  test('costs a few queries a second, and a name that is added meanwhile is found within one', async () => {
    const { named, queries } = counted()
    const flood = () => Promise.all(Array.from({ length: 2000 }, (_, n) => named(`unknown-${n}`)))
    expect(new Set(await flood())).toEqual(new Set([undefined]))
    expect(queries()).toBeLessThan(50)
    const id = await createDomain(owner, { identifier: 'late' })
    await vi.waitFor(async () => {
      await flood()
      expect((await named('late'))?.id).toBe(id)
    }, 60_000)
  })

  test('does not push known domains out of the memory, and costs them no query', async () => {
    const id = await createDomain(owner, { identifier: 'known' })
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { named, queries } = counted()
      expect((await named('known'))?.id).toBe(id)
      await Promise.all(Array.from({ length: 3000 }, (_, n) => named(`stranger-${n}`)))
      const before = queries()
      expect((await named('known'))?.id).toBe(id)
      expect(queries()).toBe(before)
    } finally {
      vi.useRealTimers()
    }
  })

  test('does not hide a domain that this process has not seen yet', async () => {
    const { named } = counted()
    await Promise.all(Array.from({ length: 100 }, (_, n) => named(`noise-${n}`)))
    const [known, host] = [await createDomain(owner, { identifier: 'unseen' }), await named('another')]
    expect(host).toBeUndefined()
    await vi.waitFor(async () => expect((await named('unseen'))?.id).toBe(known), 60_000)
  })

  test.each(['UPPER', 'a b', '-a', 'a'.repeat(64), "a'", 'ä'])(
    'needs no query for a name that no domain can have: %s',
    async (name) => {
      const { named, queries } = counted()
      expect([await named(name), queries()]).toEqual([undefined, 0])
    },
  )
})

test("uses the portal's protocol and port for a domain with its own host", () => {
  const at = (host: string | null, publicUrl: string) => domainUrl({ host } as Domain, publicUrl)
  expect(at('clinic.localhost', 'http://localhost:4300')).toBe('http://clinic.localhost:4300')
  expect(at('clinic.example', 'https://portal.example')).toBe('https://clinic.example')
  expect(at(null, 'http://localhost:4300')).toBe('http://localhost:4300')
})
