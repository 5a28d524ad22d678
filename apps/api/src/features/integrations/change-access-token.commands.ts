/** Admins make and revoke access tokens. */
import { MAX_TOKEN_DAYS, type NewAccessToken, NO_MACHINE_CALL } from '@vialdesk/contract/business/integrations'
import type { Db } from '#api/db/db.ts'
import { notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { newAccessToken, shownPrefixOf } from '#api/platform/access/access-token.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { isMachineCall } from './machine-call-groups.pure.ts'

const DAY_MS = 86_400_000
const EXPIRES_IN_PAST = 'Choose a time in the future.'
const EXPIRES_TOO_LATE = `An access token is valid for ${MAX_TOKEN_DAYS} days at most.`

/** Returns the token, which cannot be read again later. */
export async function addAccessToken(
  db: Db,
  actor: Actor,
  { name, calls: chosen, expires_at }: NewAccessToken,
): Promise<{ id: number; token: string }> {
  const calls = [...new Set(chosen)].sort()
  const refused = calls.find((key) => !isMachineCall(key))
  if (refused) failField('calls', `${NO_MACHINE_CALL}: ${refused}`)
  validateExpiry(new Date(expires_at).getTime() - Date.now())
  const token = newAccessToken()
  const prefix = shownPrefixOf(token)
  const values = { user_id: actor.id, name, calls, prefix, expires_at, token_hash: hashSecret(token) }
  const { id } = await db.insertWithId('access_tokens', { ...values })
  audit(db, { type: 'access_token.added', subject: id, after: { name, calls, expires_at } })
  await notifyAdmins(db, {
    kind: 'account',
    title: 'A new access token',
    text: `An admin made the access token ‘${name}’ for another system. If nobody of you expected it, revoke it under Integrations.`,
    path: '/integrations',
  })
  return { id, token }
}

function validateExpiry(milliseconds: number): void {
  if (milliseconds <= 0) failField('expires_at', EXPIRES_IN_PAST)
  if (milliseconds > MAX_TOKEN_DAYS * DAY_MS) failField('expires_at', EXPIRES_TOO_LATE)
}

/** Every admin of the domain may revoke every token. A revoked token stays revoked. */
export async function revokeAccessToken(db: Db, id: number): Promise<void> {
  const token = await db.lockRow('access_tokens', { id })
  if (!token) fail('not_found')
  if (token.revoked_at) return
  await db.updateRows('access_tokens', { id }, { revoked_at: new Date() })
  audit(db, { type: 'access_token.revoked', subject: id, before: { name: token.name } })
}
