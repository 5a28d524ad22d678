/**
 * Writes the audit. Entries of `audit` are written just before the commit of the business transaction, or not at all. Reads
 * of patient data are audited separately: the answer waits until the entry is on disk.
 */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { AuditEventType } from '@vialdesk/contract/business/audit-events'
import type { AuditActor, AuditEntry, Db, RequestOrigin } from '#api/db/db.ts'

export interface AuditEvent {
  type: AuditEventType
  subject?: number
  /** The patient whose timeline shows the event. */
  patient?: number
  before?: object
  after?: object
}

/**
 * For a page that has no session of its own, such as a signing page. `userId` is the user who opened it; null for a guest. `accountId`
 * is the account for which staff opened it.
 */
export function actorOfPage({ ip, requestId }: RequestOrigin, userId: number | null, accountId = userId): AuditActor {
  if (userId === null) return { ip, requestId }
  const isOwn = accountId === null || accountId === userId
  const actor = { id: accountId ?? userId, kind: isOwn ? 'own' : 'staff', impersonatorId: isOwn ? null : userId } as const
  return { ip, requestId, actor }
}

export function auditEntryOf(auditActor: AuditActor, { type, subject, patient, before, after: given }: AuditEvent): AuditEntry {
  const token = auditActor.actor?.accessToken
  // An access token acts for its admin, so the entry also names the token.
  const after = token ? { ...given, access_token: token.id } : given
  return {
    type,
    actor_id: auditActor.actor?.id ?? null,
    impersonator_id: auditActor.actor?.impersonatorId ?? null,
    subject_id: subject ?? null,
    patient_id: patient ?? null,
    ...(before && { before }),
    ...(after && { after }),
    ip: auditActor.ip,
    request_id: auditActor.requestId,
  }
}

export function audit(db: Db, event: AuditEvent): void {
  db.auditEntries.push(auditEntryOf(db.auditActor, event))
}

/** The patient of an event about a user. */
export const auditedPatient = ({ id, subscription }: { id: number; subscription: number }) =>
  subscription === membershipIds.patient ? { patient: id } : {}

/** The fields that differ, with their old and new values; undefined if none differs. */
export function changesBetween<T extends object>(was: T, is: Partial<T>): { before: Partial<T>; after: Partial<T> } | undefined {
  const changed = (Object.keys(is) as (keyof T)[]).filter(
    (key) => JSON.stringify(was[key] ?? null) !== JSON.stringify(is[key] ?? null),
  )
  if (changed.length === 0) return undefined
  const pick = (from: Partial<T>) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null])) as Partial<T>
  return { before: pick(was), after: pick(is) }
}
