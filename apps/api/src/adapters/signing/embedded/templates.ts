/** Templates of the portal's own engine. */

import {
  mainSignerOf,
  type SignerRole,
  type SigningField,
  signersWithoutSignature,
} from '@vialdesk/contract/documents/signing-fields'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { TEMPLATE_FILES } from '#api/platform/files/pdf-folders.ts'
import { attachFile, registerFile } from '#api/platform/files/stored-files.ts'
import { PdfRefused, type PreparedPdf, preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import { FilesUnavailable, newFileKey } from '#api/platform/ports/files.ts'
import { type SignatureProvider, SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { type Engine, getTemplate } from './engine.ts'

/** Minutes for which an editor stays open. */
export const EDITOR_MINUTES = 60

type TemplateMethods = Pick<SignatureProvider, 'createTemplate' | 'lookUpTemplate' | 'editorLink'>

const prepare = (pdf: Buffer, defaultRole: SignerRole): Promise<PreparedPdf> =>
  preparePdf(pdf, { defaultRole }).catch((error) => {
    throw error instanceof PdfRefused ? new SigningRefused(error.message, { cause: error }) : error
  })

/** Stores the prepared PDF and returns its key. The file counts as unused until a version has it. */
async function storePdf({ files, query }: Engine, domainId: number, pdf: Buffer): Promise<string> {
  const key = newFileKey(domainId, TEMPLATE_FILES, 'pdf')
  await query(domainId, (db) => registerFile(db, key))
  await files.put(key, pdf, { type: 'application/pdf', maxBytes: pdf.length }).catch((cause) => {
    throw cause instanceof FilesUnavailable ? new SigningUnavailable('The file store does not answer', { cause }) : cause
  })
  return key
}

/** Writes the first version, unless a repeated call has written it. */
function saveFirstVersion(
  { query }: Engine,
  domainId: number,
  template: { id: number; type: number },
  key: string,
  { pdf, pages, fields }: PreparedPdf & { fields: SigningField[] },
): Promise<void> {
  return query(domainId, async (db) => {
    const fileHash = sha256(pdf)
    const inserted = await db.rows(
      `insert into template_versions (domain_id, template_id, version, file_key, sha256, pages, fields)
       values ($1, $2, 1, $3, $4, $5, $6)
       on conflict do nothing
       returning 1`,
      [domainId, template.id, key, fileHash, JSON.stringify(pages), JSON.stringify(fields)],
    )
    if (inserted.length === 0) return
    await attachFile(db, key)
    const missing_signatures = signersWithoutSignature(fields, mainSignerOf(template.type))
    await db.updateRows('templates', { id: template.id }, { version: 1, missing_signatures, updated_at: new Date() })
  })
}

export const templateMethods = (engine: Engine): TemplateMethods => ({
  async createTemplate({ domainId }, { templateId, pdf, fields = [] }) {
    const template = await engine.query(domainId, (db) => getTemplate(db, templateId))
    if (template.version > 0) return templateId
    const prepared = await prepare(pdf, mainSignerOf(template.type))
    const key = await storePdf(engine, domainId, prepared.pdf)
    await saveFirstVersion(engine, domainId, template, key, { ...prepared, fields: [...fields, ...prepared.fields] })
    return templateId
  },

  async lookUpTemplate({ domainId }, templateRef) {
    const { version, status, status_reason, missing_signatures } = await engine.query(domainId, (db) =>
      getTemplate(db, templateRef),
    )
    return { status: version > 0 ? 'Completed' : status, reason: status_reason, missingSignatures: missing_signatures }
  },

  async editorLink({ domainId }, { templateRef, userId, sessionId }) {
    const secret = newSecret()
    await engine.query(domainId, async (db) => {
      const { id } = await getTemplate(db, templateRef)
      await db.rows(
        `insert into template_editor_sessions (domain_id, token_hash, template_id, user_id, session_id, expires_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
        [domainId, hashSecret(secret), id, userId, sessionId, EDITOR_MINUTES],
      )
    })
    return engine.pageUrl(domainId, `/template-editor#${secret}`)
  },
})
