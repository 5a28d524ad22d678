/** A mailer for any SMTP server. */
import { createTransport } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'
import {
  type Mail,
  type Mailer,
  MailRefused,
  type MailSignature,
  MailUnavailable,
  validateMail,
} from '#api/platform/ports/mail.ts'

export interface SmtpTimeouts {
  /** Timeouts in milliseconds: for the connection, for the greeting, and for each answer. */
  connectMs?: number
  greetingMs?: number
  answerMs?: number
}

const isLoopback = (host: string) => ['localhost', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Reads `smtp://user:password@host:port` (encrypted by STARTTLS) or `smtps://…` (encrypted from the first byte).
 * Unencrypted mail is sent only to this machine or with `?tls=off`. Error messages do not contain the password.
 */
export const parseSmtpUrl = (address: string, limits: SmtpTimeouts = {}): SMTPTransport.Options => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('The URL of the mail server must look like smtp://user:password@host:587 or smtps://user:password@host:465.')
  }
  const tls = url.searchParams.get('tls')
  if (tls !== null && tls !== 'off') throw new Error('The URL of the mail server allows only tls=off as a tls option.')
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
    // Text in a mail must not make the server read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Replies about login or encryption. The administrator can fix these settings, so the mail is retried. */
const settingsReplies = [530, 534, 535, 538]

/** Only a permanent refusal of this recipient or message ends a mail. All other failures are retried. */
const isPermanent = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  if (typeof responseCode !== 'number' || responseCode < 500 || settingsReplies.includes(responseCode)) return false
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/** Two domains may send from the same mail domain, and message ids are unique in one domain only. */
const idOf = ({ domainId, from }: Mail, messageId: string) => `<${domainId}.${messageId}@${from.address.split('@')[1]}>`

const signatureOf = ({ domain, selector, privateKey }: MailSignature) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
})

/** Logs in without sending. Returns why the server cannot be used, without its answers: they may repeat the user. */
export async function verifySmtp(address: string, limits: SmtpTimeouts = {}): Promise<string | undefined> {
  try {
    await createTransport(parseSmtpUrl(address, limits)).verify()
    return undefined
  } catch (error) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
    if (code === 'EAUTH') return 'it refuses the user or the password'
    return `there is no usable connection (${[code, responseCode].filter(Boolean).join(', ') || 'the URL is wrong'})`
  }
}

/**
 * Opens one connection per mail: mails are few, and a stale connection would fail the next mail.
 * Throws at once when the URL is invalid.
 */
export const smtpMail = (address: string, limits: SmtpTimeouts = {}): Mailer => {
  const transport = createTransport(parseSmtpUrl(address, limits))
  return {
    async send(mail, messageId) {
      validateMail(mail, messageId)
      try {
        await transport.sendMail({
          from: mail.from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: idOf(mail, messageId),
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(mail.signature && { dkim: signatureOf(mail.signature) }),
          ...(mail.returnPath !== undefined && { envelope: { from: mail.returnPath, to: mail.to } }),
        })
      } catch (cause) {
        if (isPermanent(cause)) throw new MailRefused('The mail server refused this mail permanently.', { cause })
        throw new MailUnavailable('The mail server did not accept the mail; it can be retried.', { cause })
      }
    },
  }
}
