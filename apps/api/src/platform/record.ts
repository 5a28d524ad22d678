/**
 * Saying what happened. `record` notes it in the business transaction: it is written and chained just before the commit, or
 * not at all. `watch` notes that somebody looked at a patient's data: the answer waits until the note is on disk.
 */
import type { EventType } from '@vialdesk/contract/events'
import type { AuditEntry, Db } from '#api/db/db.ts'
import type { Actor } from './actor.ts'

/** From where something was done. */
export interface Origin {
  address: string | null
  requestId: string | null
}

export interface Happening {
  type: EventType
  subject?: number
  /** On whose timeline it belongs. */
  patient?: number
  before?: object
  after?: object
}

/** Who did it, from where; a job or a visitor has no actor. */
export interface Doer extends Origin {
  actor?: Actor
}

/** A job or a command of the console: nobody in particular does it, from nowhere that could be named. */
export const NOBODY: Doer = { address: null, requestId: null }

export function entryOf(doer: Doer, { type, subject, patient, before, after }: Happening): AuditEntry {
  return {
    type,
    actor_id: doer.actor?.id ?? null,
    impersonator_id: doer.actor?.behindId ?? null,
    subject_id: subject ?? null,
    patient_id: patient ?? null,
    ...(before && { before }),
    ...(after && { after }),
    ip: doer.address,
    request_id: doer.requestId,
  }
}

export function record(db: Db, doer: Doer, happening: Happening): void {
  db.audit.push(entryOf(doer, happening))
}

/** Just the fields that differ, as they were and as they are; undefined when none does. */
export function changesBetween<T extends object>(was: T, is: Partial<T>): { before: Partial<T>; after: Partial<T> } | undefined {
  const changed = (Object.keys(is) as (keyof T)[]).filter(
    (key) => JSON.stringify(was[key] ?? null) !== JSON.stringify(is[key] ?? null),
  )
  if (changed.length === 0) return undefined
  const pick = (from: Partial<T>) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null])) as Partial<T>
  return { before: pick(was), after: pick(is) }
}
