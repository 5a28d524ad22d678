/** Mail by any SMTP server. */
import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import { checkMail, type Mail, type Mailer, MailRefused, MailUnavailable } from './port.ts'

export interface SmtpLimits {
  /** Milliseconds to reach the server, to be greeted by it, and to wait for any of its answers. */
  connectMs?: number
  greetingMs?: number
  answerMs?: number
}

const isLoopback = (host: string) => ['localhost', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Reads `smtp://user:password@host:port` (encrypted by STARTTLS) or `smtps://…` (encrypted from the first byte).
 * Without encryption mail goes only to this machine, or where `?tls=off` asks for it. Throws a sentence without the password.
 */
export const smtpOptions = (address: string, limits: SmtpLimits = {}): SMTPTransport.Options => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error(
      'The address of the mail server must look like smtp://user:password@host:587 or smtps://user:password@host:465.',
    )
  }
  const tls = url.searchParams.get('tls')
  if (tls !== null && tls !== 'off') throw new Error("The mail server's address takes tls=off and no other tls option.")
  const secure = url.protocol === 'smtps:'
  const plain = tls === 'off' && !secure
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: plain,
    requireTLS: !secure && !plain && !isLoopback(url.hostname),
    ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: limits.connectMs ?? 10_000,
    greetingTimeout: limits.greetingMs ?? 10_000,
    socketTimeout: limits.answerMs ?? 30_000,
    // A mail carries nothing but its text: nothing in it may make the server read files or call addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Server says 530, 534, 535, 538: it wants a better log-in or encryption, which the administrator mends. The mail is fine. */
const settingsReplies = [530, 534, 535, 538]

/** Only a lasting no to this recipient or this message ends a mail; everything else may pass, and the mail is tried again. */
const isLasting = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  if (typeof responseCode !== 'number' || responseCode < 500 || settingsReplies.includes(responseCode)) return false
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

const idOf = (mail: Mail, messageId: string) => `<${messageId}@${mail.from.address.split('@')[1]}>`

/**
 * A connection a mail: mails are few, and a kept connection that died fails the next one.
 * Throws at once when the address cannot be read.
 */
export const smtpMail = (address: string, limits: SmtpLimits = {}): Mailer => {
  const transport = createTransport(smtpOptions(address, limits))
  return {
    async send(mail, messageId) {
      checkMail(mail, messageId)
      try {
        await transport.sendMail({
          from: mail.from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: idOf(mail, messageId),
          // Nobody's out-of-office reply should come back to a portal.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (cause) {
        if (isLasting(cause)) throw new MailRefused('The mail server refuses this mail for good.', { cause })
        throw new MailUnavailable('The mail server did not take the mail now.', { cause })
      }
    },
  }
}
