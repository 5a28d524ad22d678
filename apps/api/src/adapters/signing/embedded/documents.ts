/** Documents of the portal's own engine. Their rows are the portal's; the engine only opens and ends signing pages. */
import { buffer } from 'node:stream/consumers'
import type { Db } from '#api/db/db.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { FilesUnavailable } from '#api/platform/ports/files.ts'
import {
  type DocumentState,
  type SignatureProvider,
  type SigningLinkOrder,
  SigningRefused,
  SigningUnavailable,
} from '#api/platform/ports/signing.ts'
import { type Engine, getTemplate } from './engine.ts'

/** Minutes for which a signing page stays open. */
export const SIGNING_MINUTES = 60

type DocumentMethods = Pick<SignatureProvider, 'send' | 'signingLink' | 'lookUp' | 'downloadSigned' | 'revoke'>

/** Opens the signing page of a signer. An earlier page of the same signer ends. */
async function openSession(db: Db, { documentRef, signer, opener }: SigningLinkOrder, secret: string): Promise<void> {
  const [recipient] = await db.rows<{ id: number; is_open: boolean }>(
    `select r.id, d.status = 'Pending' and r.status in ('sent', 'viewed') as is_open
     from document_recipients r
     join documents d on d.domain_id = r.domain_id and d.id = r.document_id
     where d.domain_id = $1 and d.document_id = $2 and r.role = $3 and lower(r.email) = lower($4)
     for update of r`,
    [db.domainId, documentRef, signer.role, signer.email],
  )
  if (!recipient) throw new SigningRefused('This document has no such signer.')
  if (!recipient.is_open) throw new SigningRefused('This signer cannot sign this document now.')
  await db.rows(
    `update signing_sessions set ended_at = now(), end_reason = 'replaced'
     where domain_id = $1 and recipient_id = $2 and ended_at is null`,
    [db.domainId, recipient.id],
  )
  await db.rows(
    `insert into signing_sessions (domain_id, token_hash, recipient_id, user_id, session_id, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
    [db.domainId, hashSecret(secret), recipient.id, opener?.userId ?? null, opener?.sessionId ?? null, SIGNING_MINUTES],
  )
}

async function getState(db: Db, documentRef: string): Promise<DocumentState> {
  const [found] = await db.rows<DocumentState>(
    `select d.status, d.reason,
       (select jsonb_agg(jsonb_build_object('role', r.role, 'email', r.email, 'status', r.status) order by r.position)
         from document_recipients r
         where r.domain_id = d.domain_id and r.document_id = d.id) as signers
     from documents d
     where d.domain_id = $1 and d.document_id = $2`,
    [db.domainId, documentRef],
  )
  if (!found) throw new SigningRefused('This document does not exist.')
  return found
}

const endSessions = (db: Db, documentRef: string) =>
  db.rows(
    `update signing_sessions s set ended_at = now(), end_reason = 'revoked'
     from document_recipients r
     join documents d on d.domain_id = r.domain_id and d.id = r.document_id
     where s.domain_id = $1 and r.domain_id = s.domain_id and r.id = s.recipient_id
       and d.document_id = $2 and s.ended_at is null`,
    [db.domainId, documentRef],
  )

export const documentMethods = ({ files, pageUrl, query }: Engine): DocumentMethods => ({
  async send({ domainId }, { documentId, templateRef }) {
    const { version, missing_signatures: missing } = await query(domainId, (db) => getTemplate(db, templateRef))
    if (version === 0) throw new SigningUnavailable('The template is still in preparation')
    if (missing.length > 0) throw new SigningRefused('A signer has no place for a signature in this template.')
    return documentId
  },

  async signingLink({ domainId }, order) {
    const secret = newSecret()
    await query(domainId, (db) => openSession(db, order, secret))
    return pageUrl(domainId, `/signing#${secret}`)
  },

  lookUp: ({ domainId }, documentRef) => query(domainId, (db) => getState(db, documentRef)),

  async downloadSigned({ domainId }, documentRef) {
    const row = await query(domainId, (db) => db.findRow('documents', ['sealed_key'], { document_id: documentRef }))
    if (!row) throw new SigningRefused('This document does not exist.')
    if (!row.sealed_key) throw new SigningUnavailable('The document is not sealed yet')
    try {
      return await buffer((await files.open(row.sealed_key)).stream)
    } catch (cause) {
      if (cause instanceof FilesUnavailable) throw new SigningUnavailable('The file store does not answer', { cause })
      throw cause
    }
  },

  async revoke({ domainId }, documentRef) {
    await query(domainId, (db) => endSessions(db, documentRef))
  },
})
