/** The port for outgoing mail. */

/** The DKIM key that signs a mail. */
export interface MailSignature {
  /** The domain that signs. */
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
}

/** The part of a link that opens it, such as a token. */
export interface MailSecret {
  value: string
  /** When the link stops working. */
  expiresAt: Date
}

export interface Mail {
  domainId: number
  from: { name: string; address: string }
  /** One email. A mail to several people is sent as several mails, so that nobody sees another recipient. */
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** The secret of the link in the text. A mailer that keeps mails must not keep it readable. */
  secret?: MailSecret
  signature?: MailSignature
  /** Where mail servers report that the mail could not be delivered. Without it: the sender. */
  returnPath?: string
}

export interface Mailer {
  /**
   * Sends the mail. `messageId` is the portal's own (letters, digits, dots, dashes; unique in the domain). A retry uses
   * the same id, so that it is recognised as a repetition.
   * Throws `MailRefused` (do not retry) or `MailUnavailable` (retry later).
   */
  send(mail: Mail, messageId: string): Promise<void>
  /** Erases the secret of a sent mail, because its link was used. A mailer that keeps no mails does not need it. */
  eraseSecret?(domainId: number, messageId: string): Promise<void>
}

/** A mail in the outbox of a portal without a mail server. */
export interface OutboxMail {
  id: number
  message_id: string
  sender_name: string
  sender_email: string
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  /** ISO 8601, UTC. */
  sent_at: string
}

/** The mailer of a portal without a mail server: it keeps the mails, and shows them. */
export interface Outbox extends Mailer {
  /** Newest first. `count` is the number of all mails of the domain. */
  list(query: { domainId: number; limit: number; offset: number }): Promise<{ count: number; results: OutboxMail[] }>
}

/** A retry of this mail would be refused too. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The mailer cannot accept this mail now; retry later. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable'
}

const addressShape = /^[^\s@,;:<>()[\]"\\]{1,64}@[^\s@,;:<>()[\]"\\]{1,189}$/
const idShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/

const hasControl = (text: string) => /\p{Cc}/u.test(text)

/**
 * Throws `MailRefused` for values that could add a header or a second recipient.
 * The error names the field but not its content, which is personal data.
 */
export const validateMail = (mail: Mail, messageId: string) => {
  if (!idShape.test(messageId)) throw new MailRefused('The message id is malformed.')
  if (!addressShape.test(mail.to)) throw new MailRefused('The recipient is not one address.')
  if (!addressShape.test(mail.from.address)) throw new MailRefused('The sender is not one address.')
  if (mail.replyTo !== undefined && !addressShape.test(mail.replyTo)) throw new MailRefused('The reply-to is not one address.')
  if (mail.returnPath !== undefined && !addressShape.test(mail.returnPath))
    throw new MailRefused('The return path is not one address.')
  if (hasControl(mail.from.name)) throw new MailRefused("The sender's name contains control characters.")
  if (hasControl(mail.subject)) throw new MailRefused('The subject contains control characters.')
  if (mail.subject.trim() === '') throw new MailRefused('The subject is empty.')
}
