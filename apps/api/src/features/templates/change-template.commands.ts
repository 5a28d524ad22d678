import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { lockTemplate } from './templates.queries.ts'

const FAILED_TEMPLATE = 'This template failed and cannot be used. Add it again, or choose Verify Status.'

export const updateTemplate = (db: Db, id: number, values: Updateable<Tables['templates']>) =>
  db.updateRows('templates', { id }, { ...values, updated_at: new Date() })

/** An active template may still lack a signature field. Documents are made from it when it has all of them. */
export async function setActive(db: Db, id: number, isActive: boolean): Promise<void> {
  const { status, is_active } = await lockTemplate(db, id)
  if (isActive && status === 'Failed') fail('conflict', { message: FAILED_TEMPLATE })
  if (is_active === isActive) return
  await updateTemplate(db, id, { is_active: isActive })
  audit(db, { type: 'template.changed', subject: id, before: { is_active }, after: { is_active: isActive } })
}
