/** Templates from which a document can be made. */
import type { SigningProviderName } from '@vialdesk/contract/signing'
import type { SigningField } from '@vialdesk/contract/signing-fields'
import type { DocumentGroup } from '@vialdesk/contract/templates'
import type { Db } from '#api/db/db.ts'

export interface UsableTemplate {
  id: number
  template_id: string
  /** The membership that signs. */
  type: number
  document_group: DocumentGroup | null
  center_id: number | null
  title: string
  document_message: string
  provider: SigningProviderName
  version: number
  fields: SigningField[]
}

const COLUMNS = `
  select t.id, t.template_id, t.type, t.document_group, t.center_id, t.title, t.document_message, t.provider, t.version, v.fields
  from templates t
  join template_versions v on v.domain_id = t.domain_id and v.template_id = t.id and v.version = t.version
  where t.domain_id = $1`
/** Its PDF is prepared, and every signer has a place for a signature. */
const IS_COMPLETE = `t.version > 0 and t.status = 'Completed' and t.missing_signatures = '{}'`

/** By its public id. */
export async function findUsableTemplate(db: Db, templateId: string): Promise<UsableTemplate | undefined> {
  const text = `${COLUMNS} and t.template_id = $2 and t.is_active and ${IS_COMPLETE}`
  const [found] = await db.rows<UsableTemplate>(text, [db.domainId, templateId])
  return found
}

/** The newest template of the domain for a group of a patient's documents. */
export async function findDomainTemplate(db: Db, group: DocumentGroup): Promise<UsableTemplate | undefined> {
  const text = `${COLUMNS}
    and t.type = 2 and t.document_group = $2 and t.center_id is null and t.is_active and ${IS_COMPLETE}
    order by t.id desc
    limit 1`
  const [found] = await db.rows<UsableTemplate>(text, [db.domainId, group])
  return found
}

/** The center's own attestation template; without one, that of the domain. */
export async function findAttestationTemplate(db: Db, centerId: number | null): Promise<UsableTemplate | undefined> {
  const text = `${COLUMNS}
    and t.type = 2 and t.document_group = 'attestation' and t.is_active and ${IS_COMPLETE}
    and t.template_id = (select u.template_id from users u where u.domain_id = t.domain_id and u.id = $2)`
  const [own] = centerId === null ? [] : await db.rows<UsableTemplate>(text, [db.domainId, centerId])
  return own ?? findDomainTemplate(db, 'attestation')
}
