/**
 * The port for electronic signatures. The tables `templates`, `documents` and `document_recipients` are the portal's own
 * record, whichever provider signs; a provider's reference is stored there.
 *
 * Every method throws `SigningUnavailable` when the provider does not answer, and `SigningRefused` when it refuses for a
 * reason that a person can understand. A method that may be repeated says so.
 */
import type { DocumentStatus } from '@vialdesk/contract/documents/documents'
import type { SigningProviderName } from '@vialdesk/contract/documents/signing'
import type { PageSize, SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { TemplateStatus } from '@vialdesk/contract/documents/templates'
import type { ProviderAccount, ProviderSettings, WebhookRequest } from './provider.ts'

/** The account of a domain at a provider. The portal's own engine needs the domain only. */
export interface SigningAccount {
  domainId: number
  settings?: ProviderSettings
}

export interface NewProviderTemplate {
  /** The public id of the template: a repeated call with the same id makes no second template. */
  templateId: string
  title: string
  description: string
  message: string
  /** The type of the template: 2 patient, 4 harvest center, 5 referral harvest center. */
  type: number
  pdf: Buffer
  /** Fields that the PDF must get, in addition to its text tags. */
  fields?: SigningField[]
}

export interface TemplateState {
  status: TemplateStatus
  /** Why it failed, as a sentence; or blank. */
  reason: string
  /** Signers whose signature has no place. */
  missingSignatures: SignerRole[]
  /** The fields of a template whose provider keeps them. */
  fields?: SigningField[]
}

export interface DocumentSigner {
  role: SignerRole
  name: string
  email: string
  /** From 1: signers sign in this order. */
  position: number
}

export interface PrefilledField {
  /** Of the field of the template. */
  id: string
  /** For people. */
  name: string
  text: string
}

export interface NewProviderDocument {
  /** The public id of the document: a repeated call with the same id makes no second document. */
  documentId: string
  templateRef: string
  title: string
  message: string
  signers: DocumentSigner[]
  prefill: PrefilledField[]
  expiresAt: Date | null
}

export interface DocumentState {
  status: DocumentStatus
  /** Of the signer who declined, or of the sender who revoked; or blank. */
  reason: string
  signers: { role?: SignerRole; email: string; status: 'waiting' | 'sent' | 'viewed' | 'signed' | 'declined'; signedAt?: Date }[]
}

/** A page that a user opened ends with the session. */
export interface PageOpener {
  userId: number
  sessionId: number
}

export interface SigningLinkOrder {
  documentRef: string
  signer: Pick<DocumentSigner, 'role' | 'email'>
  /** The user who signs, such as a staff user of the signing center; null or omitted for a guest. */
  opener?: PageOpener | null
  /** Where the frame goes when the signer has finished. */
  returnUrl: string
}

/** A notice that something has happened to a document. Only `lookUp` answers its state. `id` identifies repeated notices. */
export interface SigningNotice {
  /** Missing in a notice that only tries the URL, which may be unsigned. */
  id?: string
  documentRef?: string | undefined
  /** The provider could not send the document. */
  sendFailed: boolean
}

export interface SignatureProvider {
  name: SigningProviderName
  /** Missing at the portal's own engine. */
  account?: ProviderAccount
  /** Answers the provider's reference. The template may still be in preparation: ask `lookUpTemplate`. Repeatable. */
  createTemplate(account: SigningAccount, template: NewProviderTemplate): Promise<string>
  /** With the pages of the template, a provider that keeps the fields answers them too. */
  lookUpTemplate(account: SigningAccount, templateRef: string, pages?: PageSize[]): Promise<TemplateState>
  /** A link to the editor of a template, for a frame, valid for an hour or, at an external provider, for a day. */
  editorLink(account: SigningAccount, order: PageOpener & { templateRef: string; returnUrl: string }): Promise<string>
  /** Creates the document and answers the provider's reference. The provider sends no mails. Repeatable. */
  send(account: SigningAccount, document: NewProviderDocument): Promise<string>
  /** A link that signs the document, for a frame. The caller has identified the signer. Ask for a new one each time. */
  signingLink(account: SigningAccount, order: SigningLinkOrder): Promise<string>
  /**
   * Throws `SigningMissing` for a document that the provider does not have. `mayWait`: nobody waits for the answer, so that the look-up
   * leaves enough requests of the hour to people.
   */
  lookUp(account: SigningAccount, documentRef: string, options?: { mayWait?: boolean }): Promise<DocumentState>
  /** The sealed PDF of a completed document. Throws `SigningUnavailable` while it is not ready. */
  downloadSigned(account: SigningAccount, documentRef: string): Promise<Buffer>
  /** Ends a pending document. Repeatable; a document that has ended stays as it is. */
  revoke(account: SigningAccount, documentRef: string, reason: string): Promise<void>
  /** Fails unless the account works. */
  testConnection(account: SigningAccount): Promise<void>
  /** Undefined when the signature is invalid. Throws `MalformedNotice`. Missing at a provider that sends no notices. */
  readNotice?(account: SigningAccount, request: WebhookRequest): Promise<SigningNotice | undefined>
}

export type SignatureProviders = Record<SigningProviderName, SignatureProvider>

/** The provider did not answer, or is busy. Try again later. */
export class SigningUnavailable extends Error {
  override name = 'SigningUnavailable'
  /** Seconds to wait, if the provider says so. */
  retryAfterSeconds?: number
}

/** The provider accepts no more requests before a time. The message is for people. */
export class SigningBusy extends SigningUnavailable {
  override name = 'SigningBusy'
  override readonly retryAfterSeconds: number
  constructor(label: string, retryAfterSeconds: number) {
    super(`${label} accepts no more requests now. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds / 60))} min.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** When a job is to run again; undefined for another error. Waiting for the provider does not use up its attempts. */
export const retryTimeOf = (error: unknown): Date | undefined =>
  error instanceof SigningBusy ? new Date(Date.now() + error.retryAfterSeconds * 1000) : undefined

/** The provider refused. The message is for people. */
export class SigningRefused extends Error {
  override name = 'SigningRefused'
}

/** The provider does not have the document: it is not created yet, or it was deleted there. */
export class SigningMissing extends SigningRefused {
  override name = 'SigningMissing'
}
