import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import type { ApiError } from '#api/platform/kernel/fail.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { deleteExpiredCounters, rateLimits } from './rate-limits.ts'

let pools: [pg.Pool, pg.Pool]
let owner: pg.Client

beforeAll(async () => {
  const { appUrl, ownerUrl } = await createTestDatabase()
  pools = [openPool(appUrl), openPool(appUrl)]
  owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await Promise.all([...pools.map((pool) => pool.end()), owner.end()])
})

const outcomes = async (attempts: Promise<void>[]) => {
  const settled = await Promise.allSettled(attempts)
  return {
    let: settled.filter(({ status }) => status === 'fulfilled').length,
    refused: settled.filter(({ status }) => status === 'rejected').length,
  }
}
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

test('allows ten passwords of a signed-in user, across processes and networks', async () => {
  const processes = pools.map((pool) => rateLimits(pool))
  const attempts = times(24, (index) =>
    processes[index % 2]?.takeAttempt('login', { domainId: 1, ip: `10.0.0.${index}`, account: 'one@example.org' }),
  )
  expect(await outcomes(attempts as Promise<void>[])).toEqual({ let: 10, refused: 14 })
})

test('answers Retry-After with the refusal', async () => {
  const { takeAttempt } = rateLimits(pools[0], 0.001)
  const attempt = { domainId: 1, ip: '10.1.0.1', account: 'two@example.org' }
  await takeAttempt('reset', attempt)
  const refusal: ApiError = await takeAttempt('reset', attempt).then(
    () => expect.fail('a second attempt was let through'),
    (error) => error,
  )
  expect(refusal).toMatchObject({ code: 'too_many', status: 429 })
  const seconds = Number(refusal.headers['retry-after'])
  expect(seconds).toBeGreaterThan(3500)
  expect(seconds).toBeLessThanOrEqual(3600)
})

test('counts a network over all its accounts', async () => {
  const { takeAttempt } = rateLimits(pools[0], 0.1)
  const attempts = times(9, (index) => takeAttempt('login', { domainId: 1, ip: '10.2.0.1', account: `${index}@example.org` }))
  expect(await outcomes(attempts)).toEqual({ let: 6, refused: 3 })
})

test('counts all IPv6 addresses of a /56 network as one, in any spelling', async () => {
  const { takeAttempt } = rateLimits(pools[0], 0.001)
  const from = (ip: string) => takeAttempt('login', { domainId: 1, ip })
  await from('2001:db8:7:1::1')
  await expect(from('2001:DB8:7:1:a:b:c:d')).rejects.toMatchObject({ code: 'too_many' })
  await expect(from('2001:db8:7:1:ffff::%eth0')).rejects.toMatchObject({ code: 'too_many' })
  await expect(from('2001:db8:7:ff::1')).rejects.toMatchObject({ code: 'too_many' })
  await from('2001:db8:7:100::1')
  await from('::ffff:10.6.0.1')
  await expect(from('10.6.0.1')).rejects.toMatchObject({ code: 'too_many' })
  await from('10.6.0.2')
})

test('counts domains, limits, accounts and networks separately, and ignores case and spaces of accounts', async () => {
  const { takeAttempt } = rateLimits(pools[0], 0.001)
  const attempt = { domainId: 1, ip: '10.3.0.1', account: 'three@example.org' }
  await takeAttempt('login', attempt)
  await takeAttempt('signup', attempt)
  await takeAttempt('login', { ...attempt, domainId: 2 })
  await takeAttempt('login', { ...attempt, ip: '10.3.0.2', account: 'four@example.org' })
  await takeAttempt('login', { domainId: 1, ip: '10.3.0.3' })
  await expect(takeAttempt('login', { ...attempt, ip: '10.3.0.4', account: ' Three@Example.org' })).rejects.toMatchObject({
    code: 'too_many',
  })
})

test('resets the account after a successful log-in, across processes, and does not count it for the network', async () => {
  const [one, other] = pools.map((pool) => rateLimits(pool, 0.1)) as [
    ReturnType<typeof rateLimits>,
    ReturnType<typeof rateLimits>,
  ]
  const attempt = { domainId: 1, ip: '10.4.0.1', account: 'five@example.org' }
  for (const process of times(20, (index) => (index % 2 ? one : other))) {
    await process.takeAttempt('login', attempt)
    await process.forgiveAttempts('login', attempt)
  }
  await one.takeAttempt('login', attempt)
  await expect(other.takeAttempt('login', attempt)).rejects.toMatchObject({ code: 'too_many' })
})

test('stores no personal data', async () => {
  await rateLimits(pools[0]).takeAttempt('login', { domainId: 1, ip: '192.0.2.77', account: 'penelope@example.org' })
  const { rows } = await owner.query<{ key: string }>('select key from rate_limits')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ key }) => key).join(' ')).not.toMatch(/penelope|192\.0/)
})

test('deletes expired counters only', async () => {
  await owner.query("insert into rate_limits values ('old', 3, $1), ('new', 3, $2)", [Date.now() - 1000, Date.now() + 60_000])
  expect(await deleteExpiredCounters(pools[0])).toBe(1)
  const { rows } = await owner.query("select key from rate_limits where key in ('old', 'new')")
  expect(rows).toEqual([{ key: 'new' }])
})

test('refuses attempts while they cannot be counted', async () => {
  const nowhere = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:9/none', connectionTimeoutMillis: 2000 })
  await expect(rateLimits(nowhere).takeAttempt('login', { domainId: 1, ip: '10.5.0.1' })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
  await nowhere.end()
})
