/** Ids of patients as a compact text for the audit: `1041-1060,1077`. 190-who-saw.sql reads it. */
import type { AuditEventType } from '@vialdesk/contract/business/audit-events'
import type { Db } from '#api/db/db.ts'
import { audit } from './audit.ts'

/** Of one audit entry, so that no row of the audit is large: at most 52 kB of text, with ids of 12 digits. */
const MAX_RANGES = 2000

const rangeText = ([first, last]: readonly [number, number]) => (first === last ? `${first}` : `${first}-${last}`)

/** Ascending ranges of consecutive ids. */
function rangesOf(ids: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = []
  for (const id of Float64Array.from(new Set(ids)).sort()) {
    const last = ranges.at(-1)
    if (last?.[1] === id - 1) last[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

/** The values of the audit entries that name all these patients: one entry, or several for very many. None for no patients. */
export function patientListsOf(ids: Iterable<number>): { count: number; patient_ids: string }[] {
  const ranges = rangesOf(ids)
  return Array.from({ length: Math.ceil(ranges.length / MAX_RANGES) }, (_, n) => {
    const part = ranges.slice(n * MAX_RANGES, (n + 1) * MAX_RANGES)
    return {
      count: part.reduce((sum, [first, last]) => sum + last - first + 1, 0),
      patient_ids: part.map(rangeText).join(','),
    }
  })
}

/** Names the patients in the rows of an export. The transaction must commit before these rows are sent. */
export function auditExportedPatients(db: Db, exported: AuditEventType, ids: Iterable<number>): void {
  for (const listed of patientListsOf(ids)) audit(db, { type: 'patients.exported', after: { export: exported, ...listed } })
}
