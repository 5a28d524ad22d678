/**
 * Signature providers for the contract suite. The portal writes its own rows before it calls a provider, so each subject
 * offers the portal's side of a step too.
 */
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDF } from '@libpdf/core'
import type { SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'
import pg from 'pg'
import type { TestDomains } from '#api/adapters/test-domains.fixture.ts'
import { inDomain } from '#api/db/transaction.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { attachFile, registerFile } from '#api/platform/files/stored-files.ts'
import { newFileKey } from '#api/platform/ports/files.ts'
import type {
  DocumentSigner,
  NewProviderDocument,
  NewProviderTemplate,
  SignatureProvider,
  SigningAccount,
} from '#api/platform/ports/signing.ts'
import { embeddedFiles } from '../files/embedded.ts'
import { embeddedSigning } from './embedded.ts'

export interface TestProvider {
  provider: SignatureProvider
  account: SigningAccount
  /** The account of another domain at the same provider. */
  otherAccount: SigningAccount
  /** The provider answers before it has created a template or a document. */
  worksInBackground?: boolean
  /** The same provider while it does not answer. */
  unreachable: SignatureProvider
  /** Writes the portal's row of a template, before the provider gets it. */
  addTemplate(template: NewProviderTemplate): Promise<void>
  /** Writes the portal's rows of a document, before the provider gets it. */
  addDocument(document: NewProviderDocument): Promise<void>
  /** Finishes the signing page of one signer. The document is completed when everybody has signed. */
  sign(documentRef: string, role: SignerRole): Promise<void>
  decline(documentRef: string, role: SignerRole, reason: string): Promise<void>
  /** Writes into the portal's rows that the document was revoked, as the portal does before it notifies the provider. */
  markRevoked(documentRef: string, reason: string): Promise<void>
  close(): Promise<void>
}

/** A PDF of one page. */
export async function onePage(): Promise<Buffer> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' })
  return Buffer.from(await pdf.save())
}

export const signatureOf = (role: SignerRole, position = 1): SigningField => ({
  ...{ id: `signature-${role}`, type: 'signature', role, page: 1, required: true, label: 'Signature' },
  ...{ x: 0.1, y: 0.1 * position, width: 0.3, height: 0.06 },
})

export const newTemplate = async (more: Partial<NewProviderTemplate> = {}): Promise<NewProviderTemplate> => ({
  ...{ templateId: newPublicId(), title: 'Agreement', description: 'An agreement', message: 'Please sign.', type: 2 },
  ...{ pdf: await onePage(), fields: [signatureOf('patient')] },
  ...more,
})

const patientSigner: DocumentSigner = { role: 'patient', name: 'Nora Hale', email: 'nora@patients.example', position: 1 }
export const centerSigner: DocumentSigner = { role: 'center', name: 'Riverside', email: 'desk@riverside.example', position: 2 }

export const newDocument = (templateRef: string, more: Partial<NewProviderDocument> = {}): NewProviderDocument => ({
  ...{ documentId: newPublicId(), templateRef, title: 'Agreement', message: 'Please sign.', signers: [patientSigner] },
  ...{ prefill: [], expiresAt: null },
  ...more,
})

/** The rows that the portal writes when its own engine signs. */
function portalRows({ owner, ownId }: TestDomains) {
  const write = (text: string, values: unknown[]) => inDomain(owner, ownId, (db) => db.rows(text, [ownId, ...values]))
  return {
    addTemplate: async ({ templateId, type, title, description, message }: NewProviderTemplate) => {
      await write(
        `insert into templates (domain_id, template_id, type, document_group, title, description, document_message, provider,
           admin_name, admin_email)
         values ($1, $2, $3, $4, $5, $6, $7, 'embedded', 'Ada Admin', 'ada@ours.example')`,
        [templateId, type, type === 2 ? 'attestation' : null, title, description, message],
      )
    },
    addDocument: async ({ documentId, title, signers }: NewProviderDocument) => {
      await write(
        `with document as (
           insert into documents (domain_id, document_id, party, kind, name, step)
           values ($1, $2, 'patient', 'attestation', $3, 'waiting')
           returning domain_id, id)
         insert into document_recipients (domain_id, document_id, role, position, name, email, status)
         select d.domain_id, d.id, s.role, s.position, s.name, s.email, case s.position when 1 then 'sent' else 'waiting' end
         from document d, jsonb_to_recordset($4) s (role text, position smallint, name text, email text)`,
        [documentId, title, JSON.stringify(signers)],
      )
    },
    sign: (documentId: string, role: SignerRole) =>
      write(
        `update document_recipients r
         set status = 'signed', signed_at = now(), values = '{}', signed_sha256 = repeat('0', 64)
         from documents d
         where d.domain_id = $1 and r.domain_id = $1 and d.id = r.document_id and d.document_id = $2 and r.role = $3`,
        [documentId, role],
      ),
    inviteNext: (documentId: string) =>
      write(
        `update document_recipients r set status = 'sent'
         where r.domain_id = $1 and r.status = 'waiting'
           and r.document_id = (select d.id from documents d where d.domain_id = $1 and d.document_id = $2)
         returning 1`,
        [documentId],
      ),
    decline: async (documentId: string, role: SignerRole, reason: string) => {
      await write(
        `with document as (
           update documents set status = 'Declined', step = 'done', reason = $4
           where domain_id = $1 and document_id = $2
           returning id)
         update document_recipients r set status = 'declined'
         from document d
         where r.domain_id = $1 and r.document_id = d.id and r.role = $3`,
        [documentId, role, reason],
      )
    },
    markRevoked: async (documentId: string, reason: string) => {
      await write(
        `update documents set status = 'Revoked', step = 'done', reason = $3
         where domain_id = $1 and document_id = $2 and status = 'Pending'`,
        [documentId, reason],
      )
    },
    complete: async (documentId: string, key: string) => {
      await write(
        `update documents
         set status = 'Completed', step = 'done', completed_at = now(), sealed_key = $3, sealed_sha256 = repeat('0', 64)
         where domain_id = $1 and document_id = $2`,
        [documentId, key],
      )
    },
  }
}

/** The portal's own engine. The portal itself records what signers do. */
export async function embeddedProvider(domains: TestDomains): Promise<TestProvider> {
  const { pool, owner, ownId, otherId } = domains
  const files = embeddedFiles(path.join(tmpdir(), `signing-${randomBytes(6).toString('hex')}`))
  const publicUrl = 'https://portal.example'
  const closedPool = new pg.Pool({ host: '127.0.0.1', port: 1, max: 1 })
  const { inviteNext, complete, sign, ...rows } = portalRows(domains)
  const seal = async (documentId: string) => {
    const key = newFileKey(ownId, 'documents', 'pdf')
    await inDomain(owner, ownId, (db) => registerFile(db, key))
    await files.put(key, await onePage(), { type: 'application/pdf', maxBytes: 1_000_000 })
    await inDomain(owner, ownId, (db) => attachFile(db, key))
    await complete(documentId, key)
  }
  return {
    provider: embeddedSigning({ pool, files, publicUrl }),
    account: { domainId: ownId },
    otherAccount: { domainId: otherId },
    unreachable: embeddedSigning({ pool: closedPool, files, publicUrl }),
    ...rows,
    sign: async (documentId, role) => {
      await sign(documentId, role)
      if ((await inviteNext(documentId)).length === 0) await seal(documentId)
    },
    close: () => closedPool.end(),
  }
}
