/** Hands a document to its signing provider, and then invites its first signer. Safe to repeat. */

import { prefillSources } from '@vialdesk/contract/documents/signing-fields'
import { type Db, SYSTEM_ACTOR } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { failDocument, inviteNextSigner, recordChange } from '#api/features/documents/state/change-state.commands.ts'
import { type LockedDocument, lockDocument, lockRecipients } from '#api/features/documents/state/lock-document.queries.ts'
import { getSigningAccount, getTemplateRef, getTemplateVersion } from '#api/features/templates/usable-templates.queries.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { type PrefilledField, SigningRefused } from '#api/platform/ports/signing.ts'

export interface SigningContext {
  ports: Ports
  /** Opens a short transaction. None may be open during a request to a provider. */
  transact: RunInTransaction
}

/** The provider of a document, and the account there. */
export async function getProviderOf({ ports, transact }: SigningContext, document: Pick<LockedDocument, 'provider'>) {
  const { account } = await transact((db) => getSigningAccount(db, ports.secretKey, document.provider))
  return { provider: ports.signing[document.provider], account }
}

/** The prefilled fields of the version that the document was made from. */
async function readPrefill(db: Db, { prefill, template_version }: LockedDocument, templateId: number) {
  const { fields } = await getTemplateVersion(db, templateId, template_version ?? undefined)
  return Object.entries(prefill).map(([id, text]): PrefilledField => {
    const { label = '', source } = fields.find((field) => field.id === id) ?? {}
    return { id, name: label || (source ? prefillSources[source] : id), text }
  })
}

/** Everything that the provider needs; undefined when the document has been sent, or has ended. */
const readUnsent = (id: number) => async (db: Db) => {
  const document = await lockDocument(db, { id })
  if (document.status !== 'Pending' || document.step !== 'sending' || document.template_id === null) return undefined
  const signers = (await lockRecipients(db, id)).map(({ role, name, email, position }) => ({ role, name, email, position }))
  const templateRef = await getTemplateRef(db, document.template_id)
  return { document, signers, templateRef, prefill: await readPrefill(db, document, document.template_id) }
}

/** A document that was revoked in the meantime is revoked at the provider too. */
const saveSent = (id: number, providerRef: string) => async (db: Db) => {
  const document = await lockDocument(db, { id })
  if (document.step !== 'sending') {
    if (document.provider_ref !== null || document.status === 'Pending') return
    await db.updateRows('documents', { id }, { provider_ref: providerRef })
    return db.enqueue('documents.revoke', { document_id: id }, { key: `documents.revoke:${id}` })
  }
  await db.updateRows('documents', { id }, { provider_ref: providerRef, step: 'waiting', failure: '' })
  const portal = db.as(SYSTEM_ACTOR)
  await recordChange(portal, document, { type: 'sent' })
  await inviteNextSigner(db, id)
}

/** Returns false when the provider refused: the document is then `send_failed`. Throws SigningUnavailable. */
export async function sendDocument(context: SigningContext, id: number): Promise<boolean> {
  const unsent = await context.transact(readUnsent(id))
  if (!unsent) return true
  const { document, signers, templateRef, prefill } = unsent
  const { provider, account } = await getProviderOf(context, document)
  try {
    const providerRef = await provider.send(account, {
      ...{ documentId: document.document_id, templateRef, title: document.name, message: document.message },
      ...{ signers, prefill },
      expiresAt: document.expires_at === null ? null : new Date(document.expires_at),
    })
    await context.transact(saveSent(id, providerRef))
    return true
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error
    await context.transact((db) => failDocument(db, id, 'send_failed', error.message))
    return false
  }
}
