/** The audit log as admins read it. */
import { z } from 'zod'
import { call } from './call.ts'
import { Chunks, Id, PlainDate, pageOf, paging, singleLine, Timestamp } from './primitives.ts'

const Named = z.object({ id: Id, name: z.string() })

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
  patient: Named.nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditFilter = paging(20).extend({
  type: singleLine(60).optional(),
  actor_id: Id.optional(),
  patient_id: Id.optional(),
  date_after: PlainDate.optional(),
  date_before: PlainDate.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = {
  list: call('GET /api/v1/audit/', {
    summary: 'Who did or saw what, newest first',
    query: AuditFilter,
    answer: pageOf(AuditRow),
  }),
  exportCsv: call('GET /api/v1/audit/export-csv/', {
    summary: 'All rows of the audit log that match the filter, as CSV',
    query: AuditFilter.omit({ limit: true, offset: true }),
    answer: Chunks,
    streams: 'text/csv; charset=utf-8',
  }),
  verify: call('POST /api/v1/audit/verify/', {
    summary: 'Whether the chain of the audit log is unbroken',
    answer: z.object({ rows: z.number().int(), head: z.string(), problem: z.string().nullable(), verified_at: Timestamp }),
    usesProviders: true,
    rateLimit: 'lookup',
  }),
}
