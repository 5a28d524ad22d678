/**
 * Confirms that the signed-in person still sits at the device. In a child session the person is the impersonator, and the proof belongs to
 * the parent session, so that it is asked once in both.
 */
import type { Confirm } from '@vialdesk/contract/people/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { validatePassword } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditEvent, audit } from '#api/platform/audit/audit.ts'
import { ApiError, failField } from '#api/platform/kernel/fail.ts'
import { consumeCode } from './two-step/set-two-step.commands.ts'
import { hasTwoStep } from './two-step/two-step.queries.ts'

type ActingUser = Pick<Actor, 'id' | 'impersonatorId'>

const personOf = ({ id, impersonatorId }: ActingUser) => impersonatorId ?? id

export const confirmationOf = async (db: Db, actor: ActingUser): Promise<'password' | 'code'> =>
  (await hasTwoStep(db, personOf(actor))) ? 'code' : 'password'

interface ConfirmContext {
  actor: Actor
  secretKey: string
  auditRead(event: AuditEvent): void
}

/** Refuses a wrong password or code. Else the session counts as proved from now on. */
export async function confirmIdentity(db: Db, context: ConfirmContext, body: Confirm): Promise<void> {
  const { actor, auditRead } = context
  try {
    await validateProof(db, context, body)
  } catch (error) {
    if (error instanceof ApiError) auditRead({ type: 'session.confirm_failed', subject: personOf(actor) })
    throw error
  }
  await db.updateRows('sessions', { id: actor.parentId ?? actor.sessionId }, { proved_at: sql`now()` })
  audit(db, { type: 'session.confirmed', subject: personOf(actor) })
}

/** With two-step sign-in the password is not enough: the code shows that the person still has the phone. */
async function validateProof(db: Db, { actor, secretKey }: ConfirmContext, { password, code }: Confirm): Promise<void> {
  const person = personOf(actor)
  if ((await confirmationOf(db, actor)) === 'code')
    await consumeCode(
      db,
      secretKey,
      person,
      code ?? failField('code', 'Enter the 6-digit code from your app, or a recovery code.'),
    )
  else await validatePassword(db, person, password ?? failField('password', 'Enter your current password.'), 'password')
}
