import { afterAll, beforeAll, expect, test } from 'vitest'
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

test("uses the portal's protocol and port for a domain with its own host", () => {
  const at = (host: string | null, publicUrl: string) => domainUrl({ host } as Domain, publicUrl)
  expect(at('clinic.localhost', 'http://localhost:4300')).toBe('http://clinic.localhost:4300')
  expect(at('clinic.example', 'https://portal.example')).toBe('https://clinic.example')
  expect(at(null, 'http://localhost:4300')).toBe('http://localhost:4300')
})
