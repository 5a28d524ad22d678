/**
 * Audits every answer that contains patient data. The contract marks the fields that name a patient (`PatientId`, `UserId`),
 * and the pipeline finds them in each answer. So no handler can forget the audit.
 */

import type { Call } from '@vialdesk/contract/base/call'
import { PatientId, UserId } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { type AuditEventType, userEventTypes } from '@vialdesk/contract/business/audit-events'
import type { z } from 'zod'
import type { AuditEntry, Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { AuditEvent } from './audit.ts'
import { patientListsOf } from './patient-ids.ts'

interface FoundIds {
  patients: Set<number>
  /** Users whose row does not contain their membership. */
  users: Set<number>
}
type Collect = (value: unknown, found: FoundIds) => void
type Def = {
  innerType?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  shape?: Record<string, z.ZodType>
}

/** Returns a function that finds the marked ids of an answer; undefined if the schema marks none. */
function collectorOf(schema: z.ZodType): Collect | undefined {
  if (schema === PatientId) return (id, { patients }) => void (typeof id === 'number' && patients.add(id))
  if (schema === UserId) return (id, { users }) => void (typeof id === 'number' && users.add(id))
  const { innerType, out, element, options, shape } = schema.def as Def
  const inner = innerType ?? out
  if (inner) return collectorOf(inner)
  if (element) return inEach(collectorOf(element))
  if (options) return inOneOf(options.flatMap((option) => collectorOf(option) ?? []))
  return shape && inFields(shape)
}

const inEach = (collect: Collect | undefined): Collect | undefined =>
  collect &&
  ((list, found) => {
    for (const item of Array.isArray(list) ? list : []) collect(item, found)
  })

const inOneOf = (options: Collect[]): Collect | undefined =>
  options.length === 0
    ? undefined
    : (value, found) => {
        for (const collect of options) collect(value, found)
      }

function inFields(shape: Record<string, z.ZodType>): Collect | undefined {
  const fields = Object.entries(shape).flatMap(([key, part]) => {
    const collect = collectorOf(part)
    return collect ? [{ key, collect }] : []
  })
  if (fields.length === 0) return undefined
  return (value, found) => {
    const row = value as Record<string, unknown> | null | undefined
    const users = usersOf(row, found)
    for (const { key, collect } of fields) collect(row?.[key], { ...found, users })
  }
}

/** The set that takes the user ids of a row: if the row contains the membership, no query is needed. */
function usersOf(row: Record<string, unknown> | null | undefined, { patients, users }: FoundIds): Set<number> {
  if (typeof row?.subscription !== 'number') return users
  return row.subscription === membershipIds.patient ? patients : new Set()
}

/** True if the contract says that this call answers patient data. Streams have no rows; their features audit them. */
export const showsPatients = (call: Call): boolean =>
  !call.streams && (call.aboutPatient !== undefined || collectorOf(call.answer) !== undefined)

interface AnswerContext {
  actor: Actor | undefined
  params: unknown
  query: unknown
  answer: unknown
  /** Audit entries that the call's transaction wrote itself. */
  audited: readonly AuditEntry[]
}
/** Returns the audit events for the patient data in one answer. */
export type FindPatientReads = (shown: AnswerContext, transact: RunInTransaction) => Promise<AuditEvent[]>

/**
 * Patients of a single record are audited by id. A list is audited by the ids of its patients and the names of its filters, because
 * a filter's value may be a name. Not audited: patients who read their own data, and patients that the transaction has already
 * audited.
 */
export function patientReadFinder(call: Call): FindPatientReads {
  if (!showsPatients(call)) return async () => []
  const collect = collectorOf(call.answer)
  const list = !call.aboutPatient && isList(call.answer)
  return async (shown, transact) => {
    const patients = await patientsIn(call, collect, shown, transact)
    const named = shown.params as { id?: unknown } | undefined
    const isOfOne = !list || (patients.size === 1 && patients.has(named?.id as number))
    if (isOfOne && patients.size <= MAX_NAMED)
      return [...patients].map((id) => ({ type: 'patient.seen', subject: id, patient: id }))
    return patients.size > 0 || isEmpty(shown.answer) ? listEvents(call, patients, shown) : []
  }
}

/** Up to this many patients of a record are audited one by one; a dashboard may show more. */
const MAX_NAMED = 5

/** A page, a list of options, or the rows that a change answers. */
const isList = ({ def }: z.ZodType) => (def as Def).element !== undefined || (def as Def).shape?.results !== undefined

/** A search without results is audited too: it shows who was searching. */
const isEmpty = (answer: unknown) => (Array.isArray(answer) ? answer : (answer as { results: unknown[] }).results).length === 0

/** The subject of some events is a record, which may have the same number as a patient. */
const usersNamedBy = ({ type, patient_id, subject_id }: AuditEntry) =>
  userEventTypes.includes(type as AuditEventType) ? [patient_id, subject_id] : [patient_id]

async function patientsIn(
  call: Call,
  collect: Collect | undefined,
  { actor, params, answer, audited }: AnswerContext,
  transact: RunInTransaction,
) {
  const found: FoundIds = { patients: new Set(), users: new Set() }
  collect?.(answer, found)
  if (call.aboutPatient === 'id') found.patients.add((params as { id: number }).id)
  if (call.aboutPatient === 'self' && actor) found.patients.add(actor.id)
  const known = new Set(audited.flatMap(usersNamedBy))
  if (actor?.kind === 'own') known.add(actor.id)
  const users = found.users.difference(known)
  if (users.size > 0) for (const id of await transact((db) => findPatients(db, users))) found.patients.add(id)
  return found.patients.difference(known)
}

/** Finds the patients in an answer, but not the caller. For exports, which answer many pages of a list. */
export function patientFinder(call: Call) {
  const collect = collectorOf(call.answer)
  return (shown: Omit<AnswerContext, 'audited'>, transact: RunInTransaction) =>
    patientsIn(call, collect, { ...shown, audited: [] }, transact)
}

/** The patients among the users. */
export async function findPatients(db: Db, users: Iterable<number>): Promise<number[]> {
  const text = 'select id from users where domain_id = $1 and id = any($2) and subscription = $3'
  const rows = await db.rows<{ id: number }>(text, [db.domainId, [...users], membershipIds.patient])
  return rows.map(({ id }) => id)
}

function listEvents(call: Call, patients: Set<number>, { params, query }: Pick<AnswerContext, 'params' | 'query'>): AuditEvent[] {
  const isPage = (key: string) => key === 'limit' || key === 'offset'
  const filters = Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined || isPage(key) ? [] : [key]))
  const subject = Object.values(params ?? {}).findLast((value) => typeof value === 'number')
  const [patient] = patients
  const event = { type: 'patients.listed' as const, ...(subject !== undefined && { subject }) }
  if (patients.size === 1 && patient !== undefined) return [{ ...event, patient, after: { list: call.key, count: 1, filters } }]
  const lists = patients.size > 0 ? patientListsOf(patients) : [{ count: 0 }]
  return lists.map((listed) => ({ ...event, after: { list: call.key, ...listed, filters } }))
}
