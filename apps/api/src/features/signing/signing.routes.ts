import { Readable } from 'node:stream'
import { contract } from '@vialdesk/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getDocumentFile, verifyFile } from '#api/features/signing/files/document-files.queries.ts'
import { openGuestCopy } from '#api/features/signing/files/guest-copy.commands.ts'
import { declineAsSigner, finishDocument } from '#api/features/signing/finish/finish.commands.ts'
import { giveConsent, withdrawConsent } from '#api/features/signing/session/consent.commands.ts'
import { openDocument, openPdf } from '#api/features/signing/session/open-document.commands.ts'
import { type SignerRequest, userAgentOf } from '#api/features/signing/session/signer-request.commands.ts'
import { openSigningLink } from '#api/features/signing/session/signing-link.commands.ts'
import { describeSession } from '#api/features/signing/session/signing-sessions.queries.ts'
import { changeSettings, testConnection } from '#api/features/signing/settings/change-settings.commands.ts'
import { getSettings } from '#api/features/signing/settings/signing-settings.queries.ts'
import { addSignedFiles, type FileServices, pdfHeaders } from '#api/platform/http/files/signed-files.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'

const { signing } = contract

const settingsRouter = {
  settings: serveWithProviders(signing.settings, ({ domain, ports, transact }) =>
    transact((db) => getSettings(db, domain, ports)),
  ),

  changeSettings: serveWithProviders(signing.changeSettings, ({ domain, ports, transact, body }) =>
    transact(async (db) => {
      await changeSettings(db, ports, body)
      return { ...(await getSettings(db, domain, ports)), message: 'The signing settings have been saved.' }
    }),
  ),

  testConnection: serveWithProviders(signing.testConnection, ({ ports, transact, body }) =>
    testConnection(ports, transact, body),
  ),
}

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

/** Serves the PDF of a document to a reader who sees the document. */
export const addDocumentFiles = (app: FastifyInstance, services: FileServices) =>
  addSignedFiles(app, services, {
    path: '/media/:file',
    name: /^([a-z0-9]{40})\.pdf$/,
    call: contract.documents.openLink,
    async find({ db, viewer, name, variant }) {
      const version = variant === 'original' ? 'original' : 'signed'
      const { id, patient_id, key } = await getDocumentFile(db, viewer, name, version)
      const event = { type: 'document.downloaded', subject: id, ...(patient_id !== null && { patient: patient_id }) } as const
      return { key, headers: pdfHeaders('document.pdf'), events: [event] }
    },
  })
