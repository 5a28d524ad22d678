/** What the portal asks of whoever carries its mail. */
export interface Mail {
  domainId: number
  from: { name: string; address: string }
  /** One address; a mail to several people is several mails, so that none sees another's address. */
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Hands the mail over. `messageId` is ours (letters, digits, dots, dashes; unique in the domain) and stays the same
   * when the same mail is sent again, so that a retry is recognised as the mail it repeats.
   * Throws `MailRefused` (never try again) or `MailUnavailable` (try again later).
   */
  send(mail: Mail, messageId: string): Promise<void>
}

/** Sending this mail again would be refused again. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The carrier cannot take any mail now, or cannot take this one yet. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable'
}

const addressShape = /^[^\s@,;:<>()[\]"\\]{1,64}@[^\s@,;:<>()[\]"\\]{1,189}$/
const idShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/

const hasControl = (text: string) => /\p{Cc}/u.test(text)

/**
 * Throws `MailRefused` for what no carrier should be handed: anything that could add a header or a second recipient.
 * The message names the field and never its content, because that is personal data.
 */
export const checkMail = (mail: Mail, messageId: string) => {
  if (!idShape.test(messageId)) throw new MailRefused('The message id is malformed.')
  if (!addressShape.test(mail.to)) throw new MailRefused('The recipient is not one address.')
  if (!addressShape.test(mail.from.address)) throw new MailRefused('The sender is not one address.')
  if (mail.replyTo !== undefined && !addressShape.test(mail.replyTo)) throw new MailRefused('The reply-to is not one address.')
  if (hasControl(mail.from.name)) throw new MailRefused("The sender's name contains control characters.")
  if (hasControl(mail.subject)) throw new MailRefused('The subject contains control characters.')
  if (mail.subject.trim() === '') throw new MailRefused('The subject is empty.')
}
