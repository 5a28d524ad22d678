/** Accounts with a password, and their authenticator app. */
import type { Role } from '@vialdesk/contract/base/roles'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createUser, nextNumber, type UserValues } from '#api/testing/factories.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'

export const PASSWORD = 'a good password'
let hash: Promise<string> | undefined

/** An account that can log in with PASSWORD. */
export async function createAccount(portal: TestPortal, role: Role = 'sales_rep', values: UserValues = {}) {
  hash ??= hashPassword(PASSWORD)
  const email = `account-${nextNumber()}@mail.example`
  const password_hash = await hash
  return { email, id: await portal.seed((db) => createUser(db, role, { email, password_hash, ...values })) }
}

/** The code that the app shows now, or `drift` steps of 30 s later. */
export const appCode = (secret: string, drift = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + drift * 30_000 })

/** A code that the app does not show in this minute. */
export function wrongCode(secret: string): string {
  const valid = new Set([-2, -1, 0, 1, 2].map((drift) => appCode(secret, drift)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !valid.has(code)) as string
}

export const logIn = (portal: TestPortal, email: string, more: object = {}, identifier = 'acme') =>
  portal.clientFor(identifier).post('/auth/login/', { email, password: PASSWORD, ...more })

export async function logInClient(portal: TestPortal, email: string, more: object = {}): Promise<TestClient> {
  return portal.clientFor('acme', (await logIn(portal, email, more)).json().token)
}

/** Lets used codes work again, so that a test need not wait for the next code. */
export const allowUsedCodes = (portal: TestPortal, userId: number) =>
  portal.owner.query('update two_step_sign_ins set last_step = 0 where domain_id = $1 and user_id = $2', [
    portal.domainId,
    userId,
  ])

/** Turns two-step sign-in on by the calls that the owner makes. */
export async function turnOnTwoStep(caller: TestClient) {
  const { secret } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
  const code = appCode(secret)
  const answer = await caller.post('/auth/two-step/confirm/', { code })
  return { secret: secret as string, code, codes: answer.json().recovery_codes as string[] }
}

/** A logged-in account with two-step sign-in and no used codes. */
export async function createTwoStepAccount(portal: TestPortal, role: Role = 'sales_rep') {
  const account = await createAccount(portal, role)
  const caller = await logInClient(portal, account.email)
  const twoStep = await turnOnTwoStep(caller)
  await allowUsedCodes(portal, account.id)
  return { ...account, ...twoStep, caller }
}

export const auditTypesOf = async (portal: TestPortal, subject: number): Promise<string[]> =>
  (
    await portal.owner.query('select type from audit_log where domain_id = $1 and subject_id = $2 order by id', [
      portal.domainId,
      subject,
    ])
  ).rows.map(({ type }) => type)

export const isLoggedIn = async (caller: TestClient) => (await caller.get('/auth/session/')).statusCode === 200
