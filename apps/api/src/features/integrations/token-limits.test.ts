/** How many calls a machine may make, and how many accounts. */
import { contract } from '@vialdesk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { addToken as addTokenAs } from './integrations.fixture.ts'

const LIST_USERS = 'GET /api/v1/users/all/'
const ADD_USER = 'POST /api/v1/users/'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const addToken = (calls = [LIST_USERS]) => addTokenAs(admin, calls)

/** The portal with `factor` times the usual limits. */
function limitedApp(factor: number) {
  const { ports, pool, log } = portal
  return buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, factor), log, version: 'test', isLocal: true })
}

test('counts accounts that a token makes like those of a guest, and what an admin delivers or changes again and again', async () => {
  const app = await limitedApp(0.1)
  const { token } = await addToken([ADD_USER, 'POST /api/v1/webhook-deliveries/{id}/redeliver/'])
  const post = async (url: string, payload: object = {}) => {
    const headers = { domain: 'acme', authorization: `Bearer ${token}` }
    return (await app.inject({ method: 'POST', url, remoteAddress: '10.7.0.1', headers, payload })).statusCode
  }
  const add = () =>
    post('/api/v1/users/', { subscription: 2, first_name: 'A', last_name: 'B', email: `m-${nextNumber()}@mail.example` })
  expect([await add(), await add(), await add(), await add()]).toEqual([201, 201, 201, 429])
  const redelivered = []
  for (let n = 0; n < 7; n++) redelivered.push(await post('/api/v1/webhook-deliveries/99999999/redeliver/'))
  expect(redelivered, 'what is refused counts as a look-up').toEqual([404, 404, 404, 429, 429, 429, 429])
  expect(contract.people.changeMany.rateLimit).toBe('invite')
  await app.close()
})

test('counts the calls of each token, and guesses of tokens, and answers 429 when there are too many', async () => {
  const app = await limitedApp(0.01)
  const [one, other] = [await addToken(), await addToken()]
  const call = async (token: string, remoteAddress = '10.0.0.1') =>
    (
      await app.inject({
        url: '/api/v1/users/all/',
        remoteAddress,
        headers: { domain: 'acme', authorization: `Bearer ${token}` },
      })
    ).statusCode
  expect([await call(one.token), await call(one.token), await call(one.token), await call(one.token)]).toEqual([
    200, 200, 200, 429,
  ])
  expect(await call(other.token)).toBe(200)
  const guesses = []
  for (let n = 0; n < 13; n++) guesses.push(await call(`vdk.${String(n).padStart(43, 'x')}`, '10.9.0.1'))
  expect(guesses).toEqual([...Array(12).fill(401), 429])
  await app.close()
})
