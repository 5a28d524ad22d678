import { groupOfTitle, type NewTemplate } from '@vialdesk/contract/templates'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { attachFile } from '#api/platform/files/stored-files.ts'
import { enqueuePreparation } from './prepare-template.commands.ts'
import { getSigningAccount } from './signing-account.queries.ts'
import type { Updateable } from 'kysely'
import type { Tables } from '#api/db/types.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { lockTemplate } from './templates.queries.ts'

type Entered = Omit<z.output<typeof NewTemplate>, 'file' | 'domain' | 'admin_name' | 'admin_email'>

const getAdmin = (db: Db, id: number) => db.getRow('users', ['first_name', 'last_name', 'email'], { id })

/** Adds a template of the stored upload, and queues its preparation. Returns its id. */
export async function addTemplate(
  db: Db,
  { actor, secretKey }: { actor: Pick<Actor, 'id'>; secretKey: string },
  { title, description, document_message, type, group, is_active }: Entered,
  uploadKey: string,
): Promise<number> {
  const admin = await getAdmin(db, actor.id)
  const { provider } = await getSigningAccount(db, secretKey)
  const values = { title, type, is_active, provider, document_group: type === 2 ? (group ?? groupOfTitle(title)) : null }
  const { id } = await db.insertWithId('templates', {
    ...values,
    ...{ template_id: newPublicId(), description, document_message, upload_key: uploadKey },
    ...{ created_by: actor.id, admin_name: `${admin.first_name} ${admin.last_name}`.trim(), admin_email: admin.email },
  })
  await attachFile(db, uploadKey)
  audit(db, { type: 'template.added', subject: id, after: values })
  await enqueuePreparation(db, id)
  return id
}

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
