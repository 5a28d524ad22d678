/** The attestation of a center: its patients sign it in place of the domain's attestation. */
import { mainSignerOf, type PageSize, type SigningField, signersWithoutSignature } from '@vialdesk/contract/signing-fields'
import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { attachFile } from '#api/platform/files/stored-files.ts'
import { enqueuePreparation } from './prepare-template.commands.ts'
import { getSigningAccount } from './signing-account.queries.ts'

export interface NewCenterTemplate {
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
