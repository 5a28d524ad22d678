/** Turning two-step sign-in on and off, and taking its codes: each once, whoever sends it how often at the same moment. */
import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import type { Tables } from '#api/db/types.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { createSecretCipher } from '#api/platform/crypto/secret-cipher.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { hashRecoveryCode, isAppCode, newRecoveryCodes, newSecret, findTimeStep } from './one-time-codes.pure.ts'
import { endSessionsOfUser } from './open-session.commands.ts'
import { notifyTwoStepChanged } from './security-notifications.commands.ts'
import { lockTwoStep } from './two-step.queries.ts'

/** Milliseconds in which a new secret must be confirmed. */
const CONFIRM_WITHIN_MS = 3_600_000

const secretCipher = (secretKey: string) => createSecretCipher(secretKey, 'two-step secrets 1')
const storagePlaceOf = (db: Db, userId: number) => `${db.domainId}/${userId}`

const failWrongCode = (): never => fail('wrong_code')

async function updateTwoStep(db: Db, userId: number, values: Updateable<Tables['two_step_sign_ins']>): Promise<void> {
  await db
    .updateTable('two_step_sign_ins')
    .set(values)
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .execute()
}

/** Gives a new secret that counts for nothing until it is confirmed; one that was not confirmed is forgotten. */
export async function beginTwoStep(db: Db, secretKey: string, userId: number): Promise<string> {
  const kept = await lockTwoStep(db, userId)
  if (kept?.confirmed_at) return fail('conflict', { message: 'Two-step sign-in is on already.' })
  const secret = newSecret()
  const fresh = { sealed_secret: secretCipher(secretKey).encrypt(secret, storagePlaceOf(db, userId)), begun_at: new Date() }
  if (kept) await updateTwoStep(db, userId, fresh)
  else
    await db
      .insertInto('two_step_sign_ins')
      .values({ domain_id: db.domainId, user_id: userId, ...fresh })
      .execute()
  return secret
}

/** Seals the domain's secrets with the new key and answers how many. One that does not open with the old key was lost before, and stays. */
export async function reencryptTwoStepSecrets(db: Db, oldKey: string, newKey: string): Promise<number> {
  const kept = db.selectFrom('two_step_sign_ins').select(['user_id', 'sealed_secret']).where('domain_id', '=', db.domainId)
  let sealed = 0
  for (const { user_id, sealed_secret } of await kept.forUpdate().execute()) {
    const place = storagePlaceOf(db, user_id)
    const secret = secretCipher(oldKey).decrypt(sealed_secret, place)
    if (secret === undefined) continue
    await updateTwoStep(db, user_id, { sealed_secret: secretCipher(newKey).encrypt(secret, place) })
    sealed++
  }
  return sealed
}

type TwoStepRow = NonNullable<Awaited<ReturnType<typeof lockTwoStep>>>

/** The time step of an app's code that was not taken before, nor any later one. */
function findUnusedStep(db: Db, secretKey: string, userId: number, kept: TwoStepRow, code: string): number | undefined {
  const secret = secretCipher(secretKey).decrypt(kept.sealed_secret, storagePlaceOf(db, userId))
  if (secret === undefined) throw new Error('A two-step secret was sealed with another SECRET_KEY')
  const step = findTimeStep(secret, code)
  return step !== undefined && step > kept.last_step ? step : undefined
}

/** Takes a code of the app or a recovery code, once. Refuses with wrong_code. Answers which of the two it was. */
export async function consumeCode(db: Db, secretKey: string, userId: number, code: string): Promise<'app' | 'recovery'> {
  const kept = await lockTwoStep(db, userId)
  if (!kept?.confirmed_at) return failWrongCode()
  if (isAppCode(code)) {
    await updateTwoStep(db, userId, { last_step: findUnusedStep(db, secretKey, userId, kept, code) ?? failWrongCode() })
    return 'app'
  }
  const hash = hashRecoveryCode(code)
  const left = kept.recovery_hashes.filter((each) => !each.equals(hash))
  if (left.length === kept.recovery_hashes.length) return failWrongCode()
  await updateTwoStep(db, userId, { recovery_hashes: left })
  return 'recovery'
}

/** Whatever else is signed in was signed in without it: that ends, and the owner learns of it by mail. */
async function applyTwoStepChange(db: Db, userId: number, turned: 'on' | 'off', keepSession?: number): Promise<void> {
  await endSessionsOfUser(db, userId, keepSession)
  await db.enqueue('sessions.tell_two_step', { user_id: userId, turned, at: new Date().toISOString() })
  await notifyTwoStepChanged(db, userId, turned)
}

/** Turns it on with a code of the app; gives the recovery codes, which are shown this once. */
export async function confirmTwoStep(
  db: Db,
  auditActor: AuditActor,
  actor: Actor,
  secretKey: string,
  code: string,
): Promise<string[]> {
  await lockUser(db, actor.id)
  const kept = await lockTwoStep(db, actor.id)
  if (kept?.confirmed_at) return fail('conflict', { message: 'Two-step sign-in is on already.' })
  if (!kept || Date.parse(kept.begun_at) < Date.now() - CONFIRM_WITHIN_MS)
    return fail('conflict', { message: 'This took too long. Please start again.' })
  const step = (isAppCode(code) && findUnusedStep(db, secretKey, actor.id, kept, code)) || failWrongCode()
  const { codes, hashes } = newRecoveryCodes()
  await updateTwoStep(db, actor.id, { confirmed_at: new Date(), last_step: step, recovery_hashes: hashes })
  await applyTwoStepChange(db, actor.id, 'on', actor.sessionId)
  audit(db, auditActor, { type: 'two_step.enabled', subject: actor.id })
  return codes
}

export async function renewRecoveryCodes(db: Db, auditActor: AuditActor, actor: Actor): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes()
  await updateTwoStep(db, actor.id, { recovery_hashes: hashes })
  audit(db, auditActor, { type: 'two_step.codes_renewed', subject: actor.id })
  return codes
}

/** Turns it off; answers whether there was anything to turn off. `keepSession` stays signed in. */
export async function turnOffTwoStep(db: Db, auditActor: AuditActor, userId: number, keepSession?: number): Promise<boolean> {
  const kept = await lockTwoStep(db, userId)
  await db.deleteFrom('two_step_sign_ins').where('domain_id', '=', db.domainId).where('user_id', '=', userId).execute()
  if (!kept?.confirmed_at) return false
  await applyTwoStepChange(db, userId, 'off', keepSession)
  audit(db, auditActor, { type: 'two_step.disabled', subject: userId })
  return true
}
