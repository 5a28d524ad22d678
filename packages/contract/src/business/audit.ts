/** The audit log as admins read it. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Chunks, cursorPageOf, cursorPaging, Id, PatientId, PlainDate, Timestamp, UserId } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { type AuditEventType, auditEventTitles } from './audit-events.ts'

/** Also an actor may be a patient, whose name is a read of that patient. */
const Named = z.object({ id: UserId, name: z.string() })

export const AuditRow = z.object({
  id: z.number().int(),
  at: Timestamp,
  type: z.string(),
  /** What happened, in words. */
  title: z.string(),
  /** Null: the portal itself or a guest. */
  actor: Named.nullable(),
  /** Who acted in the account of the actor. */
  impersonator: Named.nullable(),
  /** The user whom it is about. */
  subject: Named.nullable(),
  /** The number of a thing that is not a user, such as a sale or a document. */
  record_id: z.number().int().nullable(),
  patient: z.object({ id: PatientId, name: z.string() }).nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  /** `patient_ids` of a long list is cut off. The export has all of them. */
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The client IP. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditFilter = z.object({
  type: z.enum(Object.keys(auditEventTitles) as [AuditEventType, ...AuditEventType[]]).optional(),
  /** Who did or saw it, also in the account of another user. */
  actor_id: Id.optional(),
  /** The user, for example a patient, whom it is about. */
  about_id: Id.optional(),
  /** The patient whose readers are asked for: rows that name the patient, and lists and exports that show the patient. */
  seen_patient_id: Id.optional(),
  /** Days in the time zone of the domain. Both are included. */
  date_after: PlainDate.optional(),
  date_before: PlainDate.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditQuery = AuditFilter.extend(cursorPaging(20).shape)
export type AuditQuery = z.infer<typeof AuditQuery>

/** The state of the chains. Each row has the hash of the row before it in its chain. */
export const AuditChain = z.object({
  rows: z.number().int(),
  /** The hash of a row that covers all rows before it: the last row, or with several chains a new checkpoint. Blank for an empty log. */
  head: z.string(),
  head_id: z.number().int().nullable(),
  /** The first wrong row. Null: all rows fit each other. */
  problem: z.object({ id: z.number().int(), reason: z.string() }).nullable(),
  /** The heads that were kept and that the chain does not have: rows were cut or rewritten, or an older backup was restored. */
  wrong_heads: z.array(z.object({ day: PlainDate, reason: z.string() })),
  /** How many heads, each kept outside the database on another day, the chain was compared with. */
  kept_heads: z.number().int(),
  /** The day, in UTC, of the newest one. */
  newest_kept: PlainDate.nullable(),
  verified_at: Timestamp,
})
export type AuditChain = z.infer<typeof AuditChain>

export const audit = {
  list: call('GET /api/v1/audit/', admin, {
    machine: true,
    summary: 'Who did or saw what, newest first',
    query: AuditQuery,
    answer: cursorPageOf(AuditRow),
    views: ['audit'],
  }),
  exportCsv: call('GET /api/v1/audit/export-csv/', admin, {
    machine: true,
    proof: proof.chosenExport,
    summary: 'All rows of the audit log that match the filter, as CSV',
    query: AuditFilter,
    answer: Chunks,
    streams: 'text/csv; charset=utf-8',
  }),
  verify: call('POST /api/v1/audit/verify/', admin, {
    proof: proof.never('It only reads.'),
    summary: 'Whether the chain of the audit log is unbroken',
    answer: AuditChain,
    usesProviders: true,
    rateLimit: 'lookup',
  }),
}
