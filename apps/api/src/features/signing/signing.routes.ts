import { Readable } from 'node:stream'
import { contract } from '@vialdesk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { openGuestCopy } from './files/guest-copy.commands.ts'
import { verifyFile } from './files/verify-file.queries.ts'
import { finishDocument } from './finish/finish.commands.ts'
import { giveConsent, withdrawConsent } from './session/consent.commands.ts'
import { declineAsSigner } from './session/decline.commands.ts'
import { describeSession } from './session/describe-session.queries.ts'
import { openDocument, openPdf } from './session/open-document.commands.ts'
import { type SignerRequest, userAgentOf } from './session/signer-request.commands.ts'
import { openSigningLink } from './session/signing-link.commands.ts'
import { settingsRouter } from './settings/settings.routes.ts'

const { signing } = contract

interface PageCall {
  body: { session: string }
  request: FastifyRequest
}

const signerRequest = ({ body, request }: PageCall): SignerRequest => ({
  secret: body.session,
  userAgent: userAgentOf(request.headers['user-agent']),
})

/** A PDF that the browser must not keep. */
function sendPdf(reply: FastifyReply, pdf: Buffer, proof?: string): AsyncIterable<Buffer> {
  reply.headers({
    'cache-control': 'private, no-store',
    'content-length': pdf.length,
    ...(proof && { 'x-document-proof': proof }),
  })
  return Readable.from([pdf])
}

export const signingRouter = {
  ...settingsRouter,

  link: serveWithProviders(signing.link, async ({ domain, ports, transact, actor, body, request }) => {
    const userAgent = userAgentOf(request.headers['user-agent']) ?? undefined
    const context = { domain, ports, transact, actor, userAgent }
    return { sign_link: await openSigningLink(context, { documentId: body.document_id, secret: body.secret }) }
  }),

  open: serve(signing.open, async ({ db, domain, ...call }) =>
    describeSession(await openDocument(db, signerRequest(call)), domain),
  ),

  pdf: serveWithProviders(signing.pdf, async ({ ports, transact, reply, ...call }) => {
    const { pdf, proof } = await openPdf({ files: ports.files, transact }, signerRequest(call))
    return sendPdf(reply, pdf, proof)
  }),

  consent: serve(signing.consent, async ({ db, domain, ...call }) =>
    describeSession(await giveConsent(db, signerRequest(call), domain, call.body), domain),
  ),

  withdrawConsent: serve(signing.withdrawConsent, async ({ db, domain, ...call }) =>
    describeSession(await withdrawConsent(db, signerRequest(call)), domain),
  ),

  finish: serveWithProviders(signing.finish, async ({ domain, ports, transact, ...call }) =>
    describeSession(await finishDocument({ domain, ports, transact }, signerRequest(call), call.body), domain),
  ),

  decline: serve(signing.decline, async ({ db, domain, ...call }) =>
    describeSession(await declineAsSigner(db, signerRequest(call), call.body.reason), domain),
  ),

  copy: serveWithProviders(signing.copy, async ({ ports, transact, actor, body, request, reply }) => {
    const userAgent = userAgentOf(request.headers['user-agent'])
    const copy = { documentId: body.document_id, secret: body.secret, actor, userAgent }
    return sendPdf(reply, await openGuestCopy({ files: ports.files, transact }, copy))
  }),

  verify: serve(signing.verify, ({ db, domain, body }) => verifyFile(db, domain, body.sha256)),
}
