/** Asks the providers for the status of templates, and tries failed preparations again. */
import { isDeepStrictEqual } from 'node:util'
import type { SigningField } from '@vialdesk/contract/signing-fields'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { SigningRefused, SigningUnavailable, type TemplateState } from '#api/platform/ports/signing.ts'
import { updateTemplate } from './add-template.commands.ts'
import { enqueuePreparation } from './prepare-template.commands.ts'
import { getSigningAccount, getTemplateVersion, type TemplateVersion } from './usable-templates.queries.ts'
import { lockTemplate, templateRefOf } from './templates.queries.ts'

interface VerifyContext {
  ports: Ports
  transact: RunInTransaction
}

interface IdRow {
  id: number
}

/** Answers 503 when the provider does not answer, and 409 with its reason when it refuses. */
export function failAtProvider(error: unknown): never {
  if (error instanceof SigningRefused) return fail('conflict', { message: error.message, cause: error })
  if (!(error instanceof SigningUnavailable)) throw error
  const message = 'The signing provider cannot be reached now. Try again later.'
  return fail('unavailable', { message, cause: error })
}

export async function verifyTemplates(context: VerifyContext, type: number): Promise<void> {
  const { prepared, unprepared } = await context.transact(async (db) => ({
    prepared: await db.rows<IdRow>(
      // The portal's own engine keeps the status in these rows.
      `select id
       from templates
       where domain_id = $1 and type = $2 and provider <> 'embedded' and version > 0 and status <> 'Processing'
       order by id`,
      [db.domainId, type],
    ),
    unprepared: await db.rows<IdRow>(
      `select id
       from templates
       where domain_id = $1 and type = $2 and (version = 0 or status = 'Processing')
       order by id`,
      [db.domainId, type],
    ),
  }))
  for (const { id } of unprepared) await context.transact((db) => prepareAgain(db, id))
  for (const { id } of prepared) await verifyTemplate(context, id)
}

/** A repeated preparation is safe, so a template whose job was lost is prepared too. */
async function prepareAgain(db: Db, id: number): Promise<void> {
  const { status, version } = await lockTemplate(db, id)
  if (status === 'Completed' || (status === 'Failed' && version > 0)) return
  if (status === 'Failed') await saveState(db, id, { status: 'Processing', status_reason: '' })
  await enqueuePreparation(db, id)
}

async function verifyTemplate({ ports, transact }: VerifyContext, id: number): Promise<void> {
  const { template, newest, account } = await transact(async (db) => {
    const locked = await lockTemplate(db, id)
    const account = await getSigningAccount(db, ports.secretKey, locked.provider)
    return { template: locked, newest: await getTemplateVersion(db, id), ...account }
  })
  const state: TemplateState = await ports.signing[template.provider]
    .lookUpTemplate(account, templateRefOf(template), newest.pages)
    .catch((error) => {
      if (!(error instanceof SigningRefused)) return failAtProvider(error)
      return { status: 'Failed', reason: error.message, missingSignatures: template.missing_signatures }
    })
  const { status, reason: status_reason, missingSignatures: missing_signatures } = state
  await transact(async (db) => {
    await saveState(db, id, { status, status_reason, missing_signatures })
    if (state.fields) await saveFields(db, id, newest, state.fields)
  })
}

/** The fields were changed in the editor of an external provider: later documents are made from a new version. */
async function saveFields(db: Db, id: number, newest: TemplateVersion, fields: SigningField[]): Promise<void> {
  const { version } = await lockTemplate(db, id)
  if (version !== newest.version || isDeepStrictEqual(fields, newest.fields)) return
  const { file_key, sha256, pages } = newest
  await db.insertRow('template_versions', {
    ...{ template_id: id, version: version + 1, file_key, sha256 },
    ...{ pages: JSON.stringify(pages), fields: JSON.stringify(fields), created_by: db.auditActor.actor?.id ?? null },
  })
  await updateTemplate(db, id, { version: version + 1 })
  const after = { version: version + 1, fields: fields.length }
  audit(db, { type: 'template.version_saved', subject: id, before: { version }, after })
}

async function saveState(
  db: Db,
  id: number,
  state: { status: TemplateState['status']; status_reason: string; missing_signatures?: TemplateState['missingSignatures'] },
): Promise<void> {
  const changes = changesBetween<typeof state>(await lockTemplate(db, id), state)
  if (!changes) return
  await updateTemplate(db, id, changes.after)
  audit(db, { type: 'template.changed', subject: id, ...changes })
}
