/** Codes and passwords are guessed no faster for having several sessions, or several addresses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { allowUsedCodes, appCode, createTwoStepAccount, PASSWORD, wrongCode } from './two-step.fixture.ts'

let portal: TestPortal
let limited: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  portal = await startTestPortal()
  const { pool, ports, log } = portal
  // Half of what is allowed: five attempts an account.
  limited = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 0.5), log, version: 'test' })
})
afterAll(async () => {
  await limited.close()
  await portal.close()
})

let addresses = 0
/** Each time from an address that nobody came from before. */
async function post(url: string, payload: object, token?: string) {
  const headers = { domain: 'acme', ...(token && { authorization: `Token ${token}` }) }
  const { statusCode } = await limited.inject({ method: 'POST', url, payload, headers, remoteAddress: `10.8.0.${++addresses}` })
  return statusCode
}
async function inTurn(tries: (() => Promise<number>)[]) {
  const seen: number[] = []
  for (const each of tries) seen.push(await each())
  return seen
}

test('log-ins with a wrong code are counted by account; a right one, in time, starts anew', async () => {
  const { email, secret, id } = await createTwoStepAccount(portal)
  const logIn = (code: string) => () => post('/auth/login/', { email, password: PASSWORD, code })
  const wrong = logIn(wrongCode(secret))
  expect(await inTurn([wrong, wrong, wrong, logIn(appCode(secret))])).toEqual([401, 401, 401, 200])
  await allowUsedCodes(portal, id)
  expect(await inTurn([wrong, wrong, wrong, wrong, wrong, logIn(appCode(secret))])).toEqual([401, 401, 401, 401, 401, 429])
})

test.each([
  ['/auth/two-step/disable/', { password: 'not this one', code: '123456' }],
  ['/auth/two-step/recovery-codes/', { password: 'not this one', code: '123456' }],
  ['/auth/two-step/begin/', { password: 'not this one' }],
])('%s: whoever is signed in is counted as the user, over all of its sessions', async (url, body) => {
  const { id } = await createTwoStepAccount(portal)
  const tokens = await Promise.all(Array.from({ length: 6 }, () => portal.tokenOf(id)))
  expect(await inTurn(tokens.map((token) => () => post(url, body, token)))).toEqual([422, 422, 422, 422, 422, 429])
})

test('a change of the password, which somebody else may know, does not start the counting of codes anew', async () => {
  const { id, secret } = await createTwoStepAccount(portal)
  const token = await portal.tokenOf(id)
  const wrong = () => post('/auth/two-step/disable/', { password: PASSWORD, code: wrongCode(secret) }, token)
  const change = () =>
    post(
      `/api/v1/users/update-password/${id}/`,
      { user_id: id, password_current: PASSWORD, password_new: PASSWORD, password_confirmation: PASSWORD },
      token,
    )
  expect(await inTurn([wrong, wrong, wrong, change, wrong, wrong])).toEqual([401, 401, 401, 200, 401, 429])
})
