/** Several sessions or IP addresses do not allow more guesses of codes and passwords. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { allowUsedCodes, appCode, createTwoStepAccount, PASSWORD, wrongCode } from './two-step.fixture.ts'

let portal: TestPortal
let limited: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  portal = await startTestPortal()
  const { pool, ports, log } = portal
  // Half of the usual limits: five attempts for each account.
  limited = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 0.5), log, version: 'test' })
})
afterAll(async () => {
  await limited.close()
  await portal.close()
})

let addressCount = 0
/** Posts from a new IP address each time, if none is given. */
async function post(url: string, payload: object, token?: string, remoteAddress = `10.8.0.${++addressCount}`) {
  const headers = { domain: 'acme', ...(token && { authorization: `Token ${token}` }) }
  const { statusCode } = await limited.inject({
    method: 'POST',
    url,
    payload,
    headers,
    remoteAddress,
  })
  return statusCode
}
async function statusesOf(tries: (() => Promise<number>)[]) {
  const statuses: number[] = []
  for (const each of tries) statuses.push(await each())
  return statuses
}

test('limits wrong codes at login by account and network, and a right code resets the count', async () => {
  const { email, secret, id } = await createTwoStepAccount(portal)
  const logIn = (code: string) => () => post('/auth/login/', { email, password: PASSWORD, code }, undefined, '10.8.1.1')
  const wrong = logIn(wrongCode(secret))
  expect(await statusesOf([wrong, wrong, wrong, logIn(appCode(secret))])).toEqual([401, 401, 401, 200])
  await allowUsedCodes(portal, id)
  expect(await statusesOf([wrong, wrong, wrong, wrong, wrong, logIn(appCode(secret))])).toEqual([401, 401, 401, 401, 401, 429])
})

test.each([
  ['/auth/two-step/disable/', { password: 'not this one', code: '123456' }],
  ['/auth/two-step/recovery-codes/', { password: 'not this one', code: '123456' }],
  ['/auth/two-step/begin/', { password: 'not this one' }],
])('%s: limits attempts by user across all sessions', async (url, body) => {
  const { id } = await createTwoStepAccount(portal)
  const tokens = await Promise.all(Array.from({ length: 6 }, () => portal.tokenOf(id)))
  expect(await statusesOf(tokens.map((token) => () => post(url, body, token)))).toEqual([422, 422, 422, 422, 422, 429])
})

test('does not reset the count of wrong codes when the password is changed', async () => {
  const { id, secret } = await createTwoStepAccount(portal)
  const token = await portal.tokenOf(id)
  const wrong = () => post('/auth/two-step/disable/', { password: PASSWORD, code: wrongCode(secret) }, token)
  const change = () =>
    post(
      `/api/v1/users/update-password/${id}/`,
      { user_id: id, password_current: PASSWORD, password_new: PASSWORD, password_confirmation: PASSWORD },
      token,
    )
  expect(await statusesOf([wrong, wrong, wrong, change, wrong, wrong])).toEqual([401, 401, 401, 200, 401, 429])
})
