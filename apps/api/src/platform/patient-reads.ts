/**
 * Audits every answer that holds data of patients. The contract marks the fields that name a patient (`PatientId`, `UserId`);
 * the pipeline finds them in each answer. A handler cannot forget it.
 */
import type { Call } from '@vialdesk/contract/call'
import { PatientId, UserId } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import type { z } from 'zod'
import type { AuditEntry, Db } from '#api/db/db.ts'
import type { Transact } from '#api/db/transaction.ts'
import type { Actor } from './actor.ts'
import type { Happening } from './record.ts'

interface Found {
  patients: Set<number>
  /** Users whose row does not say what they are. */
  users: Set<number>
}
type Collect = (value: unknown, found: Found) => void
type Def = {
  innerType?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  shape?: Record<string, z.ZodType>
}

/** Finds the marked ids of an answer; undefined when its schema has none. */
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

/** Where the ids of users in a row belong: the row itself may say what the user is. */
function usersOf(row: Record<string, unknown> | null | undefined, { patients, users }: Found): Set<number> {
  if (typeof row?.subscription !== 'number') return users
  return row.subscription === membershipOf.patient ? patients : new Set()
}

/** Whether the contract says that this call answers data of patients. A stream has no rows: its feature audits it. */
export const showsPatients = (call: Call): boolean =>
  !call.streams && (call.aboutPatient !== undefined || collectorOf(call.answer) !== undefined)

interface Shown {
  actor: Actor | undefined
  params: unknown
  query: unknown
  answer: unknown
  /** Entries that the transaction of the call wrote itself. */
  audited: readonly AuditEntry[]
}
/** The reads of patients' data that one answer is. */
export type PatientReads = (shown: Shown, transact: Transact) => Promise<Happening[]>

/**
 * The patients of a record are audited by id, a list by their number and the names of the filters: what was searched for may be a
 * name. A list of one patient names that patient. Left out: patients who look at themselves, and patients that the transaction already audited.
 */
export function patientReadsOf(call: Call): PatientReads {
  if (!showsPatients(call)) return async () => []
  const collect = collectorOf(call.answer)
  const list = !call.aboutPatient && isList(call.answer)
  return async (shown, transact) => {
    const patients = await patientsIn(call, collect, shown, transact)
    const named = shown.params as { id?: unknown } | undefined
    const isOfOne = !list || (patients.size === 1 && patients.has(named?.id as number))
    if (isOfOne && patients.size <= MOST_NAMED)
      return [...patients].map((id) => ({ type: 'patient.seen', subject: id, patient: id }))
    return patients.size > 0 || isEmpty(shown.answer) ? [listed(call, patients, shown)] : []
  }
}

/** Patients of a single record are audited one by one; a dashboard may show more. */
const MOST_NAMED = 5

/** A page, a list of options, or the rows that a change answers. */
const isList = ({ def }: z.ZodType) => (def as Def).element !== undefined || (def as Def).shape?.results !== undefined

/** A search that found nobody is worth an entry too: it says who looked for somebody. */
const isEmpty = (answer: unknown) => (Array.isArray(answer) ? answer : (answer as { results: unknown[] }).results).length === 0

async function patientsIn(
  call: Call,
  collect: Collect | undefined,
  { actor, params, answer, audited }: Shown,
  transact: Transact,
) {
  const found: Found = { patients: new Set(), users: new Set() }
  collect?.(answer, found)
  if (call.aboutPatient === 'id') found.patients.add((params as { id: number }).id)
  if (call.aboutPatient === 'self' && actor) found.patients.add(actor.id)
  const known = new Set(audited.flatMap(({ patient_id, subject_id }) => [patient_id, subject_id]))
  if (actor?.kind === 'own') known.add(actor.id)
  const users = found.users.difference(known)
  if (users.size > 0) for (const id of await transact((db) => findPatients(db, users))) found.patients.add(id)
  return found.patients.difference(known)
}

async function findPatients(db: Db, users: Set<number>): Promise<number[]> {
  const text = 'select id from users where domain_id = $1 and id = any($2) and subscription = $3'
  const rows = await db.rows<{ id: number }>(text, [db.domainId, [...users], membershipOf.patient])
  return rows.map(({ id }) => id)
}

function listed(call: Call, patients: Set<number>, { params, query }: Pick<Shown, 'params' | 'query'>): Happening {
  const isPage = (key: string) => key === 'limit' || key === 'offset'
  const filters = Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined || isPage(key) ? [] : [key]))
  const subject = Object.values(params ?? {}).findLast((value) => typeof value === 'number')
  const [patient] = patients
  return {
    type: 'patients.listed',
    ...(subject !== undefined && { subject }),
    ...(patients.size === 1 && patient !== undefined && { patient }),
    after: { list: call.address, count: patients.size, filters },
  }
}
