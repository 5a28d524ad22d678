/** The words of mails about documents. They contain no health data and no kind of document. */
import type { MailContent } from '#api/platform/mail/write-mail.ts'

type Content = Omit<MailContent, 'to'>

const EVERYONE_ELSE = 'The link is for you only. Please do not forward this email.'

export const requestMail = (business: string, name: string, href: string, isReminder: boolean): Content => ({
  subject: `${isReminder ? 'Reminder: please' : 'Please'} sign a document for ${business}`,
  paragraphs: [
    `Hello ${name},`,
    isReminder
      ? `a document of ${business} still waits for your signature.`
      : `${business} asks you to read and sign a document. It takes a few minutes, on a computer or a phone.`,
  ],
  button: { label: 'Review and sign', href },
  note: `${EVERYONE_ELSE} If you did not expect it, please contact ${business}.`,
})

export const copyMail = (business: string, name: string, href: string, expiresInDays: number | undefined): Content => ({
  subject: `Your signed document from ${business}`,
  paragraphs: [
    `Hello ${name},`,
    'everybody has signed the document. Your copy is ready.',
    ...(expiresInDays === undefined
      ? ['Log in to open it. You find it in your portal at any time.']
      : [`The link opens your copy once, within ${expiresInDays} days. Please save the file.`]),
  ],
  button: { label: 'Open your copy', href },
  note: `${EVERYONE_ELSE} Ask ${business} if you need another copy.`,
})

export const endedMail = (outcome: 'declined' | 'expired', href: string): Content => ({
  subject: outcome === 'declined' ? 'A signer declined a document' : 'A document has expired',
  paragraphs: [
    'Hello,',
    outcome === 'declined'
      ? 'a document that you requested was declined by its signer. Open it to read the reason.'
      : 'a document that you requested was not signed in time. Its link does not work any more. Request a new one if you still need it.',
  ],
  button: { label: 'Open the document', href },
})
