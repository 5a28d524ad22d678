/**
 * Hands an uploaded PDF over to the provider that signs. The steps are safe to repeat: the provider knows the public id of the template,
 * and the result is saved only while the template is in preparation. A run that is killed is repeated by the queue.
 */
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Tables } from '#api/db/types.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { attachFile, detachFile } from '#api/platform/files/stored-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { SigningBusy, SigningRefused, SigningUnavailable, type TemplateState } from '#api/platform/ports/signing.ts'
import { type LockedTemplate, lockTemplate, templateRefOf } from './templates.queries.ts'
import { getSigningAccount, getTemplateVersion, type TemplateVersion } from './usable-templates.queries.ts'

export const updateTemplate = (db: Db, id: number, values: Updateable<Tables['templates']>) =>
  db.updateRows('templates', { id }, { ...values, updated_at: new Date() })

interface PreparationContext {
  ports: Ports
  transact: RunInTransaction
}

/** Queues the preparation. A waiting one is replaced. */
export const enqueuePreparation = (db: Db, id: number, lookup = 0, runAt?: Date) =>
  db.enqueue('templates.prepare', { template_id: id, lookup }, { key: `templates.prepare:${id}`, ...(runAt && { runAt }) })

/** Seconds before each lookup of a template that an external provider is preparing. Then the template fails. */
const LOOKUP_SECONDS = [5, 5, 10, 20, 30, 60, 120, 300, 600, 1800]

export const NOT_PREPARED = 'The signing provider has not prepared this PDF. Choose Verify Status to try again.'
export const NOT_REACHED = 'The signing provider could not be reached. Choose Verify Status to try again.'

/** A template that the portal made has a version with fields already; an upload has none. */
async function readPreparation(db: Db, secretKey: string, id: number) {
  const template = await lockTemplate(db, id)
  const version = template.version > 0 ? await getTemplateVersion(db, id) : undefined
  return { template, version, ...(await getSigningAccount(db, secretKey, template.provider)) }
}
type Preparation = Awaited<ReturnType<typeof readPreparation>>

async function readPdf({ files }: Ports, { template, version }: Preparation): Promise<Buffer> {
  const { stream } = await files.open(version?.file_key ?? template.upload_key ?? '')
  return buffer(stream)
}

/** Prepares the template, or looks up how far an external provider is. Does nothing when the template is not in preparation. */
export async function prepareTemplate({ ports, transact }: PreparationContext, id: number, lookup: number): Promise<void> {
  const preparation = await transact((db) => readPreparation(db, ports.secretKey, id))
  const { template, version, account, provider } = preparation
  if (template.status !== 'Processing') return
  const pdf = await readPdf(ports, preparation)
  try {
    const ref =
      template.provider_ref ??
      (await ports.signing[provider].createTemplate(account, {
        ...{ templateId: template.template_id, title: template.title, description: template.description },
        ...{ message: template.document_message, type: template.type, pdf, ...(version && { fields: version.fields }) },
      }))
    const pages = provider === 'embedded' ? [] : (await preparePdf(pdf)).pages
    const state = await ports.signing[provider].lookUpTemplate(account, ref, pages)
    await transact((db) => applyState(db, id, { ref, state, lookup, pdf, pages }))
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error
    await transact((db) => failTemplate(db, id, error.message))
  }
}

interface Outcome {
  ref: string
  state: TemplateState
  lookup: number
  pdf: Buffer
  pages: { width: number; height: number }[]
}

async function applyState(db: Db, id: number, { ref, state, lookup, pdf, pages }: Outcome): Promise<void> {
  const template = await lockTemplate(db, id)
  if (template.status !== 'Processing') return
  if (state.status === 'Failed') return failTemplate(db, id, state.reason)
  if (ref !== templateRefOf(template)) await updateTemplate(db, id, { provider_ref: ref })
  if (state.status === 'Processing') {
    const seconds = LOOKUP_SECONDS[lookup]
    if (seconds === undefined) return failTemplate(db, id, NOT_PREPARED)
    return enqueuePreparation(db, id, lookup + 1, new Date(Date.now() + seconds * 1000))
  }
  if (template.version === 0) await insertFirstVersion(db, template, pdf, pages, state.fields)
  else if (template.upload_key) await detachFile(db, template.upload_key)
  const version = Math.max(template.version, 1)
  const completed = { status: 'Completed' as const, status_reason: '', missing_signatures: state.missingSignatures }
  await updateTemplate(db, id, { ...completed, version, upload_key: null })
  audit(db, {
    type: 'template.changed',
    subject: id,
    before: { status: template.status },
    after: { status: completed.status, missing_signatures: completed.missing_signatures },
  })
}

/** An external provider keeps the fields. The portal keeps the PDF as it was uploaded, and a version for its documents. */
async function insertFirstVersion(
  db: Db,
  template: LockedTemplate,
  pdf: Buffer,
  pages: Outcome['pages'],
  fields: SigningField[] = [],
): Promise<void> {
  const key = template.upload_key as string
  await attachFile(db, key)
  await db.insertRow('template_versions', {
    ...{ template_id: template.id, version: 1, file_key: key },
    ...{ sha256: sha256(pdf), pages: JSON.stringify(pages) },
    fields: JSON.stringify(fields),
  })
}

/** The upload stays, so that the preparation can be tried again. */
export async function failTemplate(db: Db, id: number, reason: string): Promise<void> {
  const { status } = await lockTemplate(db, id)
  if (status !== 'Processing') return
  const failed = { status: 'Failed' as const, status_reason: reason }
  await updateTemplate(db, id, failed)
  audit(db, { type: 'template.changed', subject: id, before: { status }, after: failed })
}

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
  const message = error instanceof SigningBusy ? error.message : 'The signing provider cannot be reached now. Try again later.'
  return fail('unavailable', { message, cause: error })
}

/** Asks the providers for the status of templates, and tries failed preparations again. */
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
