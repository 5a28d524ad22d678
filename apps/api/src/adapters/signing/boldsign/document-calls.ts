import { z } from 'zod'
import { type SignatureProvider, SigningMissing, SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { framedLink } from './account.ts'
import type { BoldsignClient } from './client.ts'
import { type BoldsignContext, isNotThereYet, linkEnd, stillPreparing, whilePreparing } from './context.ts'
import { DocumentList, DocumentProperties, hasEnded, isBeingSent, newDocument, stateOfDocument } from './documents.ts'
import { getTemplate } from './template-calls.ts'

const DocumentCreated = z.object({ documentId: z.string().min(1) })
const SignLink = z.object({ signLink: z.url() })

/** Milliseconds before each further attempt to get a link of a new document. */
const LINK_BACKOFF = [500, 1000, 2000, 4000]

const ENDED = 'This document can no longer be signed.'
const REVOKED = 'Revoked'

const getDocument = (client: BoldsignClient, documentId: string, mayWait = false) =>
  client.call('GET', '/v1/document/properties', DocumentProperties, { query: { documentId }, mayWait })

/** Undefined while BoldSign does not have the document yet. */
const findProperties = (client: BoldsignClient, documentId: string) =>
  getDocument(client, documentId).catch((error) => {
    if (isNotThereYet(error)) return undefined
    throw error
  })

/** The document that an earlier call has made. */
async function findDocument(client: BoldsignClient, label: string): Promise<string | undefined> {
  const query = { Page: 1, PageSize: 10, TransmitType: 'Sent', Labels: label }
  const { result } = await client.call('GET', '/v1/document/list', DocumentList, { query })
  return result.find(({ labels }) => labels?.includes(label))?.documentId
}

/** Asks again, after longer and longer pauses, while BoldSign is still sending the document. */
async function linkOnceSent(
  context: BoldsignContext,
  client: BoldsignClient,
  documentId: string,
  getLink: () => Promise<string>,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await getLink()
    } catch (error) {
      if (!isNotThereYet(error)) throw error
      const properties = await findProperties(client, documentId)
      if (properties && hasEnded(properties)) throw new SigningRefused(ENDED, { cause: error })
      // The document may have been sent after the first refusal. A second one has another reason.
      if (properties && !isBeingSent(properties) && attempt > 0) throw error
      const wait = LINK_BACKOFF[attempt]
      if (wait === undefined) throw stillPreparing('document', error)
      await context.pause(wait)
    }
  }
}

export const documentCalls = (
  context: BoldsignContext,
): Pick<SignatureProvider, 'send' | 'signingLink' | 'lookUp' | 'downloadSigned' | 'revoke'> => ({
  async send(account, document) {
    const client = context.clientOf(account)
    const known = await findDocument(client, document.documentId)
    if (known !== undefined) return known
    const template = await getTemplate(client, document.templateRef).catch(whilePreparing('template'))
    const request = { query: { templateId: document.templateRef }, body: newDocument(document, template, context.now()) }
    return (await client.call('POST', '/v1/template/send', DocumentCreated, request)).documentId
  },

  async signingLink(account, { documentRef, signer, returnUrl }) {
    const client = context.clientOf(account)
    return linkOnceSent(context, client, documentRef, async () => {
      const query = {
        DocumentId: documentRef,
        SignerEmail: signer.email,
        SignLinkValidTill: linkEnd(context),
        RedirectUrl: returnUrl,
      }
      const { signLink } = await client.call('GET', '/v1/document/getEmbeddedSignLink', SignLink, { query })
      return framedLink(account, signLink)
    })
  },

  async lookUp(account, documentRef, { mayWait = false } = {}) {
    try {
      return stateOfDocument(await getDocument(context.clientOf(account), documentRef, mayWait))
    } catch (error) {
      throw isNotThereYet(error) ? new SigningMissing(error.message, { cause: error }) : error
    }
  },

  async downloadSigned(account, documentRef) {
    const client = context.clientOf(account)
    const { status } = await getDocument(client, documentRef)
    if (status !== 'Completed') throw new SigningUnavailable('The document is not signed by everybody yet')
    const download = client.download('/v1/document/download', { documentId: documentRef })
    const pdf = await download.catch(whilePreparing('signed document'))
    if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new SigningUnavailable('BoldSign sent no PDF')
    return pdf
  },

  async revoke(account, documentRef, reason) {
    const client = context.clientOf(account)
    try {
      const request = { query: { documentId: documentRef }, body: { message: reason || REVOKED } }
      await client.order('POST', '/v1/document/revoke', request)
    } catch (error) {
      if (!isNotThereYet(error)) throw error
      const properties = await findProperties(client, documentRef)
      if (!properties) throw stillPreparing('document', error)
      if (!hasEnded(properties)) throw error
    }
  },
})
