/** Turns two-step sign-in on and off, and verifies its codes. Each code works once, also in concurrent requests. */
import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import type { Tables } from '#api/db/types.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { notifyTwoStepChanged } from '#api/features/sessions/passwords/notify-security-change.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { columnCipher } from '#api/platform/crypto/sealed-columns.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { findTimeStep, hashRecoveryCode, isAppCode, newRecoveryCodes, newSecret } from './one-time-codes.pure.ts'
import { lockTwoStep } from './two-step.queries.ts'

/** A new secret must be confirmed within this time. */
const CONFIRM_WITHIN_MS = 3_600_000

const secretCipher = (secretKey: string) => columnCipher('two_step_sign_ins', secretKey)

const failWrongCode = (): never => fail('wrong_code')

async function updateTwoStep(db: Db, userId: number, values: Updateable<Tables['two_step_sign_ins']>): Promise<void> {
  await db.updateRows('two_step_sign_ins', { user_id: userId }, values)
}

/** Creates a secret, which has no effect until it is confirmed. It replaces an earlier secret that was not confirmed. */
export async function beginTwoStep(db: Db, secretKey: string, userId: number): Promise<string> {
  const row = await lockTwoStep(db, userId)
  if (row?.confirmed_at) return fail('conflict', { message: 'Two-step sign-in is on already.' })
  const secret = newSecret()
  const fresh = { sealed_secret: secretCipher(secretKey).encrypt(secret, db.domainId, userId), begun_at: new Date() }
  if (row) await updateTwoStep(db, userId, fresh)
  else await db.insertRow('two_step_sign_ins', { user_id: userId, ...fresh })
  return secret
}

type TwoStepRow = NonNullable<Awaited<ReturnType<typeof lockTwoStep>>>

/** The time step of an app's code. Undefined for a wrong code, and if the code of this step or of a later one was used. */
function findUnusedStep(db: Db, secretKey: string, userId: number, row: TwoStepRow, code: string): number | undefined {
  const secret = secretCipher(secretKey).decrypt(row.sealed_secret, db.domainId, userId)
  if (secret === undefined) throw new Error('A two-step secret was encrypted with another SECRET_KEY')
  const step = findTimeStep(secret, code)
  return step !== undefined && step > row.last_step ? step : undefined
}

/** Verifies a code of the app or a recovery code, and makes it unusable. Refuses with `wrong_code`. Returns the kind of the code. */
export async function consumeCode(db: Db, secretKey: string, userId: number, code: string): Promise<'app' | 'recovery'> {
  const row = await lockTwoStep(db, userId)
  if (!row?.confirmed_at) return failWrongCode()
  if (isAppCode(code)) {
    await updateTwoStep(db, userId, { last_step: findUnusedStep(db, secretKey, userId, row, code) ?? failWrongCode() })
    return 'app'
  }
  const hash = hashRecoveryCode(code)
  const left = row.recovery_hashes.filter((each) => !each.equals(hash))
  if (left.length === row.recovery_hashes.length) return failWrongCode()
  await updateTwoStep(db, userId, { recovery_hashes: left })
  return 'recovery'
}

/** Ends the user's other sessions, which were opened under the old setting, and notifies the owner. */
async function applyTwoStepChange(db: Db, userId: number, turned: 'on' | 'off', keepSession?: number): Promise<void> {
  await endSessionsOfUser(db, userId, keepSession)
  await db.enqueue('sessions.mail_two_step_change', { user_id: userId, turned, at: new Date().toISOString() })
  await notifyTwoStepChanged(db, userId, turned)
}

/** Turns two-step sign-in on with a code of the app. Returns the recovery codes, which cannot be read again later. */
export async function confirmTwoStep(db: Db, actor: Actor, secretKey: string, code: string): Promise<string[]> {
  await lockUser(db, actor.id)
  const row = await lockTwoStep(db, actor.id)
  if (row?.confirmed_at) return fail('conflict', { message: 'Two-step sign-in is on already.' })
  if (!row || Date.parse(row.begun_at) < Date.now() - CONFIRM_WITHIN_MS)
    return fail('conflict', { message: 'This took too long. Please start again.' })
  const step = (isAppCode(code) && findUnusedStep(db, secretKey, actor.id, row, code)) || failWrongCode()
  const { codes, hashes } = newRecoveryCodes()
  await updateTwoStep(db, actor.id, { confirmed_at: new Date(), last_step: step, recovery_hashes: hashes })
  await applyTwoStepChange(db, actor.id, 'on', actor.sessionId)
  audit(db, { type: 'two_step.enabled', subject: actor.id })
  return codes
}

export async function renewRecoveryCodes(db: Db, actor: Actor): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes()
  await updateTwoStep(db, actor.id, { recovery_hashes: hashes })
  audit(db, { type: 'two_step.codes_renewed', subject: actor.id })
  return codes
}

/** Turns two-step sign-in off and ends all sessions except `keepSession`. Returns whether it was on. */
export async function turnOffTwoStep(db: Db, userId: number, keepSession?: number): Promise<boolean> {
  const row = await lockTwoStep(db, userId)
  await db.deleteRows('two_step_sign_ins', { user_id: userId })
  if (!row?.confirmed_at) return false
  await applyTwoStepChange(db, userId, 'off', keepSession)
  audit(db, { type: 'two_step.disabled', subject: userId })
  return true
}
