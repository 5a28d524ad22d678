/** A session knows when its person last gave the password or a code. Which calls need a recent proof is in proof-rules.test.ts. */
import { contract } from '@vialdesk/contract'
import { PROOF_MINUTES } from '@vialdesk/contract/people/sessions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app/app.ts'
import { inDomain } from '#api/db/transaction.ts'
import { addToken } from '#api/features/integrations/integrations.fixture.ts'
import { rateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import {
  allowUsedCodes,
  appCode,
  auditTypesOf,
  createAccount,
  createTwoStepAccount,
  logInClient,
  PASSWORD,
} from './two-step/two-step.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const required = { message: 'Confirm that it is you to continue.', code: 'proof_required' }

/** Moves the proof of all sessions of a user into the past. */
const ageProof = (userId: number, age: string) =>
  portal.owner.query('update sessions set proved_at = now() - $3::interval where domain_id = $1 and user_id = $2', [
    portal.domainId,
    userId,
    age,
  ])

test('switching the own two-step sign-in off asks for password and code itself, however recent the proof is', async () => {
  const { caller, secret, id } = await createTwoStepAccount(portal)
  const disable = (body: object) => caller.post('/auth/two-step/disable/', { ...body })
  expect((await disable({ code: appCode(secret) })).statusCode).toBe(422)
  expect((await disable({ password: PASSWORD, code: '' })).statusCode).toBe(422)
  await ageProof(id, '1 hour')
  expect((await disable({ password: PASSWORD, code: appCode(secret) })).statusCode).toBe(200)
})

test('the proof is recent for exactly ten minutes', async () => {
  const { id } = await createAccount(portal, 'admin')
  const token = await portal.tokenOf(id)
  // The time of the database stands still in a transaction.
  const isRecentAfter = (age: string) =>
    inDomain(portal.owner, portal.domainId, async (db) => {
      await db.rows('update sessions set proved_at = now() - $3::interval where domain_id = $1 and user_id = $2', [
        portal.domainId,
        id,
        age,
      ])
      const found = await db.rows<{ recently_proved: boolean }>(
        `select recently_proved from resolve_session($1, sha256($2::bytea))`,
        [portal.domainId, Buffer.from(token)],
      )
      return found.map(({ recently_proved }) => recently_proved)
    })
  expect(PROOF_MINUTES).toBe(10)
  expect(await isRecentAfter('9 minutes 59.999 seconds')).toEqual([true])
  expect(await isRecentAfter('10 minutes')).toEqual([false])
})

const EXPORT = '/api/v1/users/export-csv/'

describe('POST /auth/confirm/', () => {
  test('renews the proof of this session only, with the password, and is audited', async () => {
    const { id, email } = await createAccount(portal, 'admin')
    const [one, other] = [await logInClient(portal, email), await logInClient(portal, email)]
    await ageProof(id, '1 hour')
    expect((await one.get('/auth/session/')).json().confirms_with).toBe('password')
    expect((await one.post('/auth/confirm/', { password: PASSWORD })).json()).toEqual({
      message: 'Thank you. You can continue.',
    })
    expect([(await one.get(EXPORT)).statusCode, (await other.get(EXPORT)).statusCode]).toEqual([200, 428])
    expect(await auditTypesOf(portal, id)).toContain('session.confirmed')
  })

  test('refuses a wrong or missing password, and audits it', async () => {
    const { id } = await createAccount(portal, 'admin')
    const client = await portal.as(id)
    await ageProof(id, '1 hour')
    for (const body of [{ password: 'another password' }, {}]) {
      const answer = await client.post('/auth/confirm/', body)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['password']])
    }
    expect((await client.get(EXPORT)).statusCode).toBe(428)
    expect(await auditTypesOf(portal, id)).toEqual(['session.confirm_failed', 'session.confirm_failed'])
  })

  test('asks for a code where two-step sign-in is on: the password is not enough', async () => {
    const { id, caller, secret } = await createTwoStepAccount(portal, 'admin')
    await ageProof(id, '1 hour')
    expect((await caller.get('/auth/session/')).json().confirms_with).toBe('code')
    const refused = await caller.post('/auth/confirm/', { password: PASSWORD })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['code']])
    expect((await caller.post('/auth/confirm/', { code: appCode(secret) })).statusCode).toBe(200)
    expect((await caller.get(EXPORT)).statusCode).toBe(200)
    // A code works once.
    expect((await caller.post('/auth/confirm/', { code: appCode(secret) })).json().code).toBe('wrong_code')
    await allowUsedCodes(portal, id)
  })

  test('in another account asks for the password of the person who acts; going back never asks', async () => {
    const admin = await createAccount(portal, 'admin')
    const rep = await createAccount(portal, 'sales_rep')
    const child = await portal.asImpersonator(rep.id, admin.id)
    await portal.owner.query(`update users set password_hash = 'none' where domain_id = $1 and id = $2`, [
      portal.domainId,
      rep.id,
    ])
    await ageProof(admin.id, '1 hour')
    const sales = '/api/v1/transactions/export-csv/'
    expect((await child.get(sales)).json()).toEqual(required)
    expect((await child.post('/auth/confirm/', { password: PASSWORD })).statusCode).toBe(200)
    expect((await child.get(sales)).statusCode).toBe(200)
    await ageProof(admin.id, '1 hour')
    expect((await child.post('/api/v1/users/login-as-user/', { user_id: admin.id })).statusCode).toBe(200)
  })

  test('is not for machines: a token makes only the calls that an admin chose', async () => {
    expect(contract.sessions.confirm.machine).toBe(false)
    const { id } = await createAccount(portal, 'admin')
    const client = await portal.as(id)
    const { token } = await addToken(client, ['GET /api/v1/users/export-csv/'])
    await ageProof(id, '1 hour')
    const machine = portal.clientFor('acme', token)
    expect((await machine.get(EXPORT)).statusCode).toBe(200)
    expect((await machine.post('/auth/confirm/', { password: PASSWORD })).statusCode).toBe(403)
  })

  test('limits guesses by the person, in all sessions and in other accounts', async () => {
    const admin = await createAccount(portal, 'admin')
    const rep = await createAccount(portal, 'sales_rep')
    const { pool, ports, log } = portal
    const limited = await buildApp({ pool, auditPool: pool, ports, limits: rateLimits(pool, 0.2), log, version: 'test' })
    const guess = async (token: string) => {
      const headers = { domain: 'acme', authorization: `Token ${token}` }
      const payload = { password: 'a wrong password' }
      return (await limited.inject({ method: 'POST', url: '/auth/confirm/', payload, headers })).statusCode
    }
    const own = await portal.tokenOf(admin.id)
    const child = (await (await portal.as(admin.id)).post('/api/v1/users/login-as-user/', { user_id: rep.id })).json().token
    expect([await guess(own), await guess(child), await guess(child), await guess(own)]).toEqual([422, 422, 429, 429])
    await limited.close()
  })
})
