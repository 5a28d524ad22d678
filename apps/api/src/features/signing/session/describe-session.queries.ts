/** The answer of every call of the signing page. */
import { CONSENT_VERSION, SIGNATURE_MEANINGS, type SigningDocument } from '@vialdesk/contract/signing'
import type { FieldValue } from '@vialdesk/contract/signing-fields'
import type { Domain } from '#api/platform/access/domains.ts'
import type { SigningSession } from './signing-sessions.queries.ts'

const stateOf = ({ signer }: SigningSession): SigningDocument['state'] => {
  if (signer.status === 'signed') return 'signed'
  return signer.consent_version === CONSENT_VERSION ? 'sign' : 'consent'
}

/** The values that are known: prefilled ones, and those of signers who have finished. */
function knownValues({ document, recipients }: SigningSession): FieldValue[] {
  const all = Object.assign({}, document.prefill, ...recipients.map(({ values }) => values)) as Record<string, string>
  return Object.entries(all).map(([field_id, value]) => ({ field_id, value }))
}

/** What is shown next to the signatures of the signers who have finished. */
const finishedSignatures = ({ recipients }: SigningSession): SigningDocument['signatures'] =>
  recipients.flatMap(({ role, name, status, signed_at, short_id }) => {
    if (status !== 'signed' || signed_at === null) return []
    return { role, name, signed_at: signed_at as string, meaning: SIGNATURE_MEANINGS[role], short_id: short_id ?? '' }
  })

export function describeSession(session: SigningSession, domain: Pick<Domain, 'name'>): SigningDocument {
  const { document, signer, recipients, version } = session
  return {
    ...{ document_id: document.document_id, title: document.name, message: document.message, status: document.status },
    state: stateOf(session),
    sealed: document.sealed_key !== null,
    others_pending: recipients.some(({ id, status }) => id !== signer.id && status !== 'signed'),
    test: document.party === 'test',
    business: domain.name,
    signer: { role: signer.role, name: signer.name, email: signer.email },
    ...{ pages: version.pages, fields: version.fields, values: knownValues(session), consent_version: CONSENT_VERSION },
    signatures: finishedSignatures(session),
    expires_at: document.expires_at as string | null,
  }
}
