/** A domain that requires two-step sign-in of its admins and staff. */
import { allCalls } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import {
  appCode,
  createAccount,
  createTwoStepAccount,
  isLoggedIn,
  logIn,
  logInClient,
  PASSWORD,
  turnOnTwoStep,
} from './two-step.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
  await portal.owner.query('update domains set two_step_memberships = $2 where id = $1', [
    portal.domainId,
    [membershipIds.admin, membershipIds.hc_staff],
  ])
})
afterAll(() => portal.close())

const REQUIRED = { code: 'two_step_required', message: 'Set up two-step sign-in to continue.' }
/** Refused payments repeat the message, as the specification says. */
const REQUIRED_TO_PAY = { ...REQUIRED, error_message: REQUIRED.message }
const paymentCalls = ['POST /api/v1/transactions/', 'POST /api/v1/users/patient/checkout/']
const makeCall = (caller: TestClient, call: string) => {
  const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const url = path.replace('{identifier}', 'acme').replace(/\{\w+\}/g, '1')
  if (method === 'GET') return caller.get(url)
  if (method === 'DELETE') return caller.delete(url)
  return { POST: caller.post, PUT: caller.put, PATCH: caller.patch }[method](url, {})
}

/** The calls that are allowed before two-step sign-in is set up. Written by hand, not taken from the code. */
const allowedCalls = [
  'GET /auth/session/',
  'POST /auth/logout/',
  'GET /auth/two-step/',
  'POST /auth/two-step/begin/',
  'POST /auth/two-step/confirm/',
  'POST /auth/two-step/disable/',
  'POST /auth/two-step/recovery-codes/',
  'GET /auth/build-version/',
  'GET /domain/config/{identifier}/',
  'POST /auth/login/',
  'POST /auth/set-password/',
  'POST /api/v1/users/reset-password/',
]

describe('a user of such a role without two-step sign-in', () => {
  test('is refused each call but those that lead to it', async () => {
    const admin = await portal.seed((db) => createUser(db, 'admin'))
    const usual = await portal.as(admin)
    for (const { key: call } of allCalls) {
      // A log-out ends its session.
      const answer = await makeCall(call === 'POST /auth/logout/' ? await portal.as(admin) : usual, call)
      const isRefused = answer.statusCode === 428
      expect(isRefused, call).toBe(!allowedCalls.includes(call))
      if (isRefused) expect(answer.json(), call).toEqual(paymentCalls.includes(call) ? REQUIRED_TO_PAY : REQUIRED)
    }
    expect((await usual.get('/auth/session/')).statusCode, 'the session is still there').toBe(200)
  })

  test('can make all calls after setting it up', async () => {
    const { email } = await createAccount(portal, 'admin')
    const caller = await logInClient(portal, email)
    expect((await caller.get('/auth/session/')).json()).toMatchObject({ two_step_due: true })
    expect((await caller.get('/auth/two-step/')).json()).toMatchObject({ enabled: false, demanded: true })
    await turnOnTwoStep(caller)
    expect((await caller.get('/auth/session/')).json()).toMatchObject({ two_step_due: false })
    expect((await caller.get('/api/v1/users/all/')).statusCode).toBe(200)
  })

  test('must confirm the secret first', async () => {
    const { email } = await createAccount(portal, 'admin')
    const caller = await logInClient(portal, email)
    await caller.post('/auth/two-step/begin/', { password: PASSWORD })
    expect((await caller.get('/api/v1/users/all/')).statusCode).toBe(428)
  })
})

test('refuses to turn two-step sign-in off where it is required', async () => {
  const { caller, secret, email } = await createTwoStepAccount(portal, 'admin')
  const answer = await caller.post('/auth/two-step/disable/', { password: PASSWORD, code: appCode(secret) })
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'Acme Cells requires two-step sign-in for your role.'])
  expect((await logIn(portal, email)).json().code).toBe('code_required')
})

test('requires nothing of other roles and other domains', async () => {
  const rep = await portal.as(await portal.seed((db) => createUser(db, 'sales_rep')))
  const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  expect((await rep.get('/api/v1/user-tags/')).statusCode).toBe(200)
  expect((await theirs.get('/api/v1/users/all/')).statusCode).toBe(200)
})

describe('in a child session', () => {
  test('requires it of the impersonator only', async () => {
    const staff = await portal.seed((db) => createUser(db, 'hc_staff'))
    const [without, { id: withTwoStep }] = [
      await portal.seed((db) => createUser(db, 'admin')),
      await createTwoStepAccount(portal, 'admin'),
    ]
    expect((await (await portal.asImpersonator(staff, withTwoStep)).get('/api/v1/user-tags/')).statusCode).toBe(200)
    const center = await portal.seed((db) => createCenter(db))
    const child = await portal.asImpersonator(center, without)
    expect((await child.get('/api/v1/user-tags/')).statusCode).toBe(428)
    expect((await child.get('/auth/session/')).json()).toMatchObject({ two_step_due: true })
    const back = await child.post('/api/v1/users/login-as-user/', { user_id: without })
    expect(back.statusCode).toBe(200)
    const own = portal.clientFor('acme', back.json().token)
    expect((await own.get('/api/v1/users/all/')).statusCode).toBe(428)
    expect(await isLoggedIn(child)).toBe(false)
  })
})
