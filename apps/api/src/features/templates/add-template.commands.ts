import {
  mainSignerOf,
  type PageSize,
  type SigningField,
  signersWithoutSignature,
} from '@vialdesk/contract/documents/signing-fields'
import { groupOfTitle, type NewTemplate } from '@vialdesk/contract/documents/templates'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { attachFile } from '#api/platform/files/stored-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { enqueuePreparation, updateTemplate } from './prepare-template.commands.ts'
import { lockTemplate } from './templates.queries.ts'
import { getSigningAccount } from './usable-templates.queries.ts'

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

/** An active template may still lack a signature field. Documents are made from it when it has all of them. */
export async function setActive(db: Db, id: number, isActive: boolean): Promise<void> {
  const { status, is_active } = await lockTemplate(db, id)
  if (isActive && status === 'Failed') fail('conflict', { message: FAILED_TEMPLATE })
  if (is_active === isActive) return
  await updateTemplate(db, id, { is_active: isActive })
  audit(db, { type: 'template.changed', subject: id, before: { is_active }, after: { is_active: isActive } })
}

/** The attestation of a center: its patients sign it in place of the domain's attestation. */
interface NewCenterTemplate {
  centerId: number
  title: string
  description: string
  document_message: string
  /** The PDF with the values and the signature of the center, already stored and registered. */
  file: { key: string; sha256: string; pages: PageSize[] }
  /** The fields that are left for the patient. */
  fields: SigningField[]
}

/** The signer may be a guest or staff, so the center itself is named as the one that added the template. */
const getCenter = (db: Db, id: number) => db.getRow('users', ['company', 'email'], { id })

/** Makes the template with its first version. An external provider gets it in a job; until then it is not used. */
export async function createCenterTemplate(
  db: Db,
  secretKey: string,
  { centerId, title, description, document_message, file, fields }: NewCenterTemplate,
): Promise<{ id: number; template_id: string }> {
  const { provider } = await getSigningAccount(db, secretKey)
  const { company, email } = await getCenter(db, centerId)
  const values = { title, provider, center_id: centerId, document_group: 'attestation', type: 2 }
  const isReady = provider === 'embedded'
  const template = await db
    .insertInto('templates')
    .values({
      ...values,
      ...{ domain_id: db.domainId, template_id: newPublicId(), description, document_message },
      ...{ created_by: db.auditActor.actor?.id ?? null, admin_name: company, admin_email: email },
      ...{
        version: 1,
        status: isReady ? 'Completed' : 'Processing',
        missing_signatures: signersWithoutSignature(fields, mainSignerOf(2)),
      },
    })
    .returning(['id', 'template_id'])
    .executeTakeFirstOrThrow()
  await db.insertRow('template_versions', {
    ...{ template_id: template.id, created_by: db.auditActor.actor?.id ?? null },
    ...{
      version: 1,
      file_key: file.key,
      sha256: file.sha256,
      pages: JSON.stringify(file.pages),
      fields: JSON.stringify(fields),
    },
  })
  await attachFile(db, file.key)
  audit(db, { type: 'template.added', subject: template.id, after: values })
  if (!isReady) await enqueuePreparation(db, template.id)
  return template
}
