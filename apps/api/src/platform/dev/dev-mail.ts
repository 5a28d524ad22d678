/** Shows the mails of a portal without a mail server at /dev/mail, newest first. For local requests only. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { escapeHtml } from '#api/platform/kernel/html.ts'
import type { Outbox, OutboxMail } from '#api/platform/ports/mail.ts'
import { sendDevPage as send } from './dev-pages.ts'

const SHOWN = 50

const lineOf = (mail: OutboxMail) =>
  `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a><br><small>to ${escapeHtml(mail.recipient)}, ${mail.sent_at}</small></li>`

/** Turns URLs in the text into links, such as the set-password link. */
const linked = (text: string) => escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (href) => `<a href="${href}">${href}</a>`)

const bodyOf = (mail: OutboxMail) =>
  `<p><small>From ${escapeHtml(mail.sender_name)} &lt;${escapeHtml(mail.sender_email)}&gt; to ${escapeHtml(mail.recipient)}, ${mail.sent_at}${mail.reply_to ? `; replies go to ${escapeHtml(mail.reply_to)}` : ''}</small></p>
  <pre>${linked(mail.text)}</pre><p><a href="/dev/mail">All mail</a></p>`

export function addDevMail(app: FastifyInstance, findDomain: FindDomain, outbox: Outbox): void {
  const mailsOf = async (request: FastifyRequest) => {
    const domain = (await findDomain(request)) ?? fail('unknown_domain')
    return (await outbox.list({ domainId: domain.id, limit: SHOWN, offset: 0 })).results
  }
  app.get('/dev/mail', async (request, reply) => {
    const mails = await mailsOf(request)
    return send(reply, 'Mail', mails.length > 0 ? `<ul>${mails.map(lineOf).join('')}</ul>` : '<p>No mails yet.</p>')
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const mail = (await mailsOf(request)).find(({ id }) => String(id) === request.params.id)
    return mail ? send(reply, mail.subject, bodyOf(mail)) : fail('not_found')
  })
}
