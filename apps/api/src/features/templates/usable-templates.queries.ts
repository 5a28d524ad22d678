/** Templates that documents are made from: active, prepared, and with a place for the signature of every signer. */
import type { DocumentGroup } from '@vialdesk/contract/documents/document-groups'
import type { SigningProviderName, SigningSettings } from '@vialdesk/contract/documents/signing'
import type { PageSize, SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { SigningAccount } from '#api/platform/ports/signing.ts'
import { providerSettings } from '#api/platform/providers/provider-settings.ts'

export interface UsableTemplate {
  id: number
  template_id: string
  title: string
  document_message: string
  type: number
  document_group: DocumentGroup | null
  /** The center for whose patients the template is. Null: for all of the domain. */
  center_id: number | null
  provider: SigningProviderName
  /** The template at its provider. */
  template_ref: string
  version: number
}

const COLUMNS = `t.id, t.template_id, t.title, t.document_message, t.type, t.document_group, t.center_id, t.provider,
  coalesce(t.provider_ref, t.template_id) as template_ref, t.version`

const IS_USABLE = `t.is_active and t.status = 'Completed' and t.version > 0 and t.missing_signatures = '{}'`

/**
 * The newest usable template of the group. A center has its own attestation: the template that is chosen in its account, else the newest
 * one that was made for it. Other groups, and centers without one, use the templates of the domain.
 */
export async function findUsableTemplate(
  db: Db,
  { type, group, centerId }: { type: number; group: DocumentGroup | null; centerId?: number | undefined },
): Promise<UsableTemplate | undefined> {
  const [found] = await db.rows<UsableTemplate>(
    `select ${COLUMNS}
     from templates t
     left join users c on c.domain_id = t.domain_id and c.id = $4
     where t.domain_id = $1 and t.type = $2 and t.document_group is not distinct from $3
       and (t.center_id is null or t.center_id = $4)
       and ${IS_USABLE}
     order by (t.template_id = c.template_id) is true desc, t.center_id is not null desc, t.id desc
     limit 1`,
    [db.domainId, type, group, centerId ?? null],
  )
  return found
}

/** The usable templates of the domain, oldest first. To sign up, a center signs all of its type. */
export const findUsableTemplates = (db: Db, type: number): Promise<UsableTemplate[]> =>
  db.rows(
    `select ${COLUMNS}
     from templates t
     where t.domain_id = $1 and t.type = $2 and t.center_id is null and ${IS_USABLE}
     order by t.id`,
    [db.domainId, type],
  )

/** A usable template by its public id. */
export async function findUsableTemplateById(db: Db, templateId: string): Promise<UsableTemplate | undefined> {
  const [found] = await db.rows<UsableTemplate>(
    `select ${COLUMNS}
     from templates t
     where t.domain_id = $1 and t.template_id = $2 and ${IS_USABLE}`,
    [db.domainId, templateId],
  )
  return found
}

export interface TemplateVersion {
  template_id: number
  version: number
  file_key: string
  sha256: string
  pages: PageSize[]
  fields: SigningField[]
}

/** A version of the template with this id; the newest by default. */
export async function getTemplateVersion(db: Db, id: number, version?: number): Promise<TemplateVersion> {
  const [found] = await db.rows<TemplateVersion>(
    `select v.template_id, v.version, v.file_key, v.sha256, v.pages, v.fields
     from template_versions v
     join templates t on t.domain_id = v.domain_id and t.id = v.template_id
     where v.domain_id = $1 and v.template_id = $2 and v.version = coalesce($3, t.version)`,
    [db.domainId, id, version ?? null],
  )
  return found ?? fail('not_found')
}

/** The template at its provider. An inactive template has one too. */
export async function getTemplateRef(db: Db, id: number): Promise<string> {
  const [found] = await db.rows<{ template_ref: string }>(
    'select coalesce(provider_ref, template_id) as template_ref from templates where domain_id = $1 and id = $2',
    [db.domainId, id],
  )
  return found?.template_ref ?? fail('not_found')
}

/** The signing providers of a domain, and its account. */
export const signingSettings = providerSettings<Pick<SigningSettings, 'provider' | 'region'>, 'signing_settings'>({
  table: 'signing_settings',
  choice: 'provider',
  initial: { provider: 'embedded', region: 'us' },
  event: 'signing.settings_changed',
})

/**
 * The account of the domain at a provider: by default at the provider that the domain uses now. A template or document stays with its
 * own provider.
 */
export async function getSigningAccount(
  db: Db,
  secretKey: string,
  provider?: SigningProviderName,
): Promise<{ provider: SigningProviderName; account: SigningAccount }> {
  const settings = await signingSettings.read(db, secretKey)
  return { provider: provider ?? settings.provider, account: { domainId: db.domainId, settings } }
}
