/** The signer agrees to sign electronically, and withdraws it. */

import { CONSENT_VERSION, consentText } from '@vialdesk/contract/documents/signing'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { recordAct, type SignerRequest } from './signer-request.commands.ts'
import { assertOpen, lockSigningSession, type SigningSession } from './signing-sessions.queries.ts'

/** SHA-256 of the disclosure as the signer reads it, in hexadecimal. */
function consentHash(business: string): string {
  const text = consentText.map((part) => `${part.title}\n${part.text.replaceAll('{business}', business)}`).join('\n\n')
  return sha256(text)
}

export async function giveConsent(
  db: Db,
  request: SignerRequest,
  { name }: Pick<Domain, 'name'>,
  { version, proof }: { version: string; proof: string },
): Promise<SigningSession> {
  const session = await lockSigningSession(db, request.secret)
  assertOpen(session)
  const { signer } = session
  if (version !== CONSENT_VERSION) fail('conflict', { message: 'The disclosure has changed. Reload the page and read it again.' })
  if (!signer.proof_hash?.equals(hashSecret(proof)))
    failField('proof', 'The document could not be shown on this device. Reload the page and try again.')
  const { ip } = db.auditActor
  const consent = {
    ...{ consent_version: version, consent_sha256: consentHash(name), consented_at: new Date().toISOString() },
    ...{ consent_ip: ip, consent_user_agent: request.userAgent },
  }
  await db.updateRows('document_recipients', { id: signer.id }, consent)
  await recordAct(db, request, session, 'consented', { version, detail: `Version ${version}` })
  return { ...session, signer: { ...signer, ...consent } }
}

const NO_CONSENT = {
  ...{ consent_version: null, consent_sha256: null, consented_at: null, consent_ip: null, consent_user_agent: null },
} as const

/** The signer may agree again, so the document stays open. Its history keeps both. */
export async function withdrawConsent(db: Db, request: SignerRequest): Promise<SigningSession> {
  const session = await lockSigningSession(db, request.secret)
  assertOpen(session)
  const { signer } = session
  if (signer.consent_version === null) return session
  await db.updateRows('document_recipients', { id: signer.id }, NO_CONSENT)
  await recordAct(db, request, session, 'consent_withdrawn')
  return { ...session, signer: { ...signer, ...NO_CONSENT } }
}
