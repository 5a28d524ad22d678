/**
 * The portal's own signing engine: templates and documents are in the portal's tables, and the pages of the editor and of
 * signing are the portal's own. The `signing` feature serves these pages and seals what was signed.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { mainSignerOf, type SignerRole, signersWithoutSignature } from '@vialdesk/contract/signing-fields'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { domainUrl, findDomainById } from '#api/platform/access/domains.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { attachFile, registerFile } from '#api/platform/files/stored-files.ts'
import { PdfRefused, preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import { type FileStore, newFileKey } from '../files/port.ts'
import { type DocumentState, type SignatureProvider, SigningRefused, SigningUnavailable, type TemplateState } from './port.ts'

/** Folders in the file store. */
export const TEMPLATE_FILES = 'templates'
export const DOCUMENT_FILES = 'documents'

/** Minutes for which a signing page stays open, and an editor. */
export const SIGNING_MINUTES = 60
export const EDITOR_MINUTES = 60

interface Options {
  /** The application role. */
  pool: pg.Pool
  files: FileStore
  /** The portal's URL for people. A domain may have its own. */
  publicUrl: string
}

const SELECT_TEMPLATE = `
  select id, type, version, status, status_reason, missing_signatures
  from templates
  where domain_id = $1 and template_id = $2`

interface TemplateRow {
  id: number
  type: number
  version: number
  status: TemplateState['status']
  status_reason: string
  missing_signatures: SignerRole[]
}

export function embeddedSigning({ pool, files, publicUrl }: Options): SignatureProvider {
  const urlOf = async (domainId: number) => domainUrl(await findDomainById(pool, domainId), publicUrl)
  const query = async <T>(domainId: number, work: (db: Db) => Promise<T>) => {
    try {
      return await inDomain(pool, domainId, work)
    } catch (cause) {
      if (cause instanceof SigningRefused) throw cause
      throw new SigningUnavailable('The signing engine cannot reach its database', { cause })
    }
  }
  const getTemplate = async (db: Db, templateId: string) => {
    const [row] = await db.rows<TemplateRow>(SELECT_TEMPLATE, [db.domainId, templateId])
    if (!row) throw new SigningRefused('This template does not exist.')
    return row
  }
  return {
    name: 'embedded',

    async createTemplate({ domainId }, { templateId, pdf: uploaded, fields: given = [] }) {
      const template = await query(domainId, (db) => getTemplate(db, templateId))
      if (template.version > 0) return templateId
      const prepared = await preparePdf(uploaded).catch((error) => {
        throw error instanceof PdfRefused ? new SigningRefused(error.message, { cause: error }) : error
      })
      const key = newFileKey(domainId, TEMPLATE_FILES, 'pdf')
      await query(domainId, (db) => registerFile(db, key))
      await files.put(key, prepared.pdf, { type: 'application/pdf', maxBytes: prepared.pdf.length })
      const fields = [...given, ...prepared.fields]
      await query(domainId, async (db) => {
        const sha256 = createHash('sha256').update(prepared.pdf).digest('hex')
        const inserted = await db.rows(
          `insert into template_versions (domain_id, template_id, version, file_key, sha256, pages, fields)
           values ($1, $2, 1, $3, $4, $5, $6)
           on conflict do nothing
           returning 1`,
          [domainId, template.id, key, sha256, JSON.stringify(prepared.pages), JSON.stringify(fields)],
        )
        if (inserted.length === 0) return
        await attachFile(db, key)
        await db.rows(
          `update templates set version = 1, missing_signatures = $3, updated_at = now() where domain_id = $1 and id = $2`,
          [domainId, template.id, signersWithoutSignature(fields, mainSignerOf(template.type))],
        )
      })
      return templateId
    },

    async lookUpTemplate({ domainId }, templateRef) {
      const {
        version,
        status,
        status_reason: reason,
        missing_signatures,
      } = await query(domainId, (db) => getTemplate(db, templateRef))
      return { status: version > 0 ? 'Completed' : status, reason, missingSignatures: missing_signatures }
    },

    async editorLink({ domainId }, { templateRef, userId }) {
      const secret = newSecret()
      await query(domainId, async (db) => {
        const { id } = await getTemplate(db, templateRef)
        await db.rows(
          `insert into template_editor_sessions (domain_id, token_hash, template_id, user_id, expires_at)
           values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
          [domainId, hashSecret(secret), id, userId, EDITOR_MINUTES],
        )
      })
      return `${await urlOf(domainId)}/template-editor#${secret}`
    },

    async send({ domainId }, { documentId, templateRef }) {
      const { missing_signatures: missing } = await query(domainId, (db) => getTemplate(db, templateRef))
      if (missing.length > 0) throw new SigningRefused('A signer has no place for a signature in this template.')
      return documentId
    },

    async signingLink({ domainId }, { documentRef, signer }) {
      const secret = newSecret()
      await query(domainId, async (db) => {
        const [recipient] = await db.rows<{ id: number }>(
          `select r.id
           from document_recipients r
           join documents d on d.domain_id = r.domain_id and d.id = r.document_id
           where d.domain_id = $1 and d.document_id = $2 and r.role = $3
           for update of r`,
          [domainId, documentRef, signer.role],
        )
        if (!recipient) throw new SigningRefused('This document has no such signer.')
        await db.rows(
          `update signing_sessions set ended_at = now() where domain_id = $1 and recipient_id = $2 and ended_at is null`,
          [domainId, recipient.id],
        )
        await db.rows(
          `insert into signing_sessions (domain_id, token_hash, recipient_id, expires_at)
           values ($1, $2, $3, now() + make_interval(mins => $4))`,
          [domainId, hashSecret(secret), recipient.id, SIGNING_MINUTES],
        )
      })
      return `${await urlOf(domainId)}/signing#${secret}`
    },

    async lookUp({ domainId }, documentRef) {
      return query(domainId, async (db) => {
        const [found] = await db.rows<DocumentState>(
          `select d.status, d.reason,
             (select jsonb_agg(jsonb_build_object('role', r.role, 'email', r.email, 'status', r.status) order by r.position)
               from document_recipients r
               where r.domain_id = d.domain_id and r.document_id = d.id) as signers
           from documents d
           where d.domain_id = $1 and d.document_id = $2`,
          [domainId, documentRef],
        )
        if (!found) throw new SigningRefused('This document does not exist.')
        return found
      })
    },

    async downloadSigned({ domainId }, documentRef) {
      const [row] = await query(domainId, (db) =>
        db.rows<{ sealed_key: string | null }>('select sealed_key from documents where domain_id = $1 and document_id = $2', [
          domainId,
          documentRef,
        ]),
      )
      if (!row?.sealed_key) throw new SigningUnavailable('The document is not sealed yet')
      const { stream } = await files.open(row.sealed_key)
      return buffer(stream)
    },

    async revoke({ domainId }, documentRef) {
      await query(domainId, (db) =>
        db.rows(
          `update signing_sessions s set ended_at = now()
           from document_recipients r
           join documents d on d.domain_id = r.domain_id and d.id = r.document_id
           where s.domain_id = $1 and r.domain_id = s.domain_id and r.id = s.recipient_id
             and d.document_id = $2 and s.ended_at is null`,
          [domainId, documentRef],
        ),
      )
    },

    async testConnection({ domainId }) {
      await query(domainId, async () => {})
    },
  }
}
