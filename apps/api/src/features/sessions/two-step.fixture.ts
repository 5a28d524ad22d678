/** Accounts with a password, and an authenticator app for them. */
import type { Role } from '@vialdesk/contract/roles'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createUser, nextNumber, type UserValues } from '#api/testing/factories.ts'
import type { TestClient, TestPortal } from '#api/testing/test-portal.ts'

export const PASSWORD = 'a good password'
let hash: Promise<string> | undefined

export async function createAccount(portal: TestPortal, role: Role = 'sales_rep', values: UserValues = {}) {
  hash ??= hashPassword(PASSWORD)
  const email = `way-in-${nextNumber()}@mail.example`
  const password_hash = await hash
  return { email, id: await portal.seed((db) => createUser(db, role, { email, password_hash, ...values })) }
}

/** What the app shows now; `drift` steps of 30 s later or earlier. */
export const appCode = (secret: string, drift = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + drift * 30_000 })

/** A code that no app shows about now. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((drift) => appCode(secret, drift)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code)) as string
}

export const logIn = (portal: TestPortal, email: string, more: object = {}, identifier = 'acme') =>
  portal.clientFor(identifier).post('/auth/login/', { email, password: PASSWORD, ...more })

export async function logInClient(portal: TestPortal, email: string, more: object = {}): Promise<TestClient> {
  return portal.clientFor('acme', (await logIn(portal, email, more)).json().token)
}

/** The codes that were taken count again, as if time had passed. */
export const allowUsedCodes = (portal: TestPortal, userId: number) =>
  portal.owner.query('update two_step_sign_ins set last_step = 0 where domain_id = $1 and user_id = $2', [
    portal.domainId,
    userId,
  ])

/** Turns two-step sign-in on, as the owner would. */
export async function turnOnTwoStep(caller: TestClient) {
  const { secret } = (await caller.post('/auth/two-step/begin/', { password: PASSWORD })).json()
  const answer = await caller.post('/auth/two-step/confirm/', { code: appCode(secret) })
  return { secret: secret as string, codes: answer.json().recovery_codes as string[] }
}

/** Someone with two-step sign-in on, signed in, whose codes are all fresh. */
export async function createTwoStepAccount(portal: TestPortal, role: Role = 'sales_rep') {
  const account = await createAccount(portal, role)
  const caller = await logInClient(portal, account.email)
  const on = await turnOnTwoStep(caller)
  await allowUsedCodes(portal, account.id)
  return { ...account, ...on, caller }
}

export const auditTypesOf = async (portal: TestPortal, subject: number): Promise<string[]> =>
  (
    await portal.owner.query('select type from audit_log where domain_id = $1 and subject_id = $2 order by id', [
      portal.domainId,
      subject,
    ])
  ).rows.map(({ type }) => type)

export const isLoggedIn = async (caller: TestClient) => (await caller.get('/auth/session/')).statusCode === 200
