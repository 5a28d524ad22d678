/** The words for a row of the audit. */
import type { AuditRow } from '@vialdesk/contract/business/audit'

type Named = { id: number; name: string }

export const userText = ({ id, name }: Named): string => name || `User ${id}`

/** The patient, and the user if that is somebody else. Each once. */
export function aboutUsers({ patient, subject }: Pick<AuditRow, 'patient' | 'subject'>): Named[] {
  const users = [patient, subject].filter((user) => user !== null)
  return users.filter(({ id }, n) => users.findIndex((other) => other.id === id) === n)
}

export interface ChangedField {
  field: string
  before: string
  after: string
}

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Every field of both sides, in their order. */
export function changedFields({ before, after }: Pick<AuditRow, 'before' | 'after'>): ChangedField[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields].map((field) => ({ field, before: valueText(before?.[field]), after: valueText(after?.[field]) }))
}
