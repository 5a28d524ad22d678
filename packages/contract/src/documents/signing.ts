/** The signing page of the portal's own engine, guests' copies, and the check of a sealed file. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Chunks, multiLine, requiredLine, singleLine, Timestamp } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { DocumentId, DocumentStatus } from './documents.ts'
import { FieldValue, MAX_FIELDS, PageSize, SignerRole, SigningField } from './signing-fields.ts'

/** Increased with every change of the text below. A signer who agreed to an earlier version must agree again. */
export const CONSENT_VERSION = '2026-11'

/** The disclosure that a signer must accept before the first signature (15 USC 7001(c)). `{business}` is the domain's name. */
export const consentText: readonly { title: string; text: string }[] = [
  {
    title: 'What you agree to',
    text: 'You agree to receive and sign this document from {business} electronically. Your electronic signature has the same legal effect as a signature on paper. This consent covers this document only.',
  },
  {
    title: 'You can have it on paper',
    text: 'You may ask {business} for a paper copy at any time, before or after you sign, free of charge. You may also choose to sign on paper instead: close this page and contact {business}.',
  },
  {
    title: 'You can withdraw',
    text: 'You may withdraw this consent at any time before you finish: choose Decline. There is no fee. Without a signature {business} may not be able to process or store your cells.',
  },
  {
    title: 'How to stay reachable',
    text: 'We send links to the email address that {business} has for you. Tell {business} when your address changes.',
  },
  {
    title: 'What you need',
    text: 'You need a current web browser, an email account, and a program that opens PDF files. The document is shown below: if you can read it, your device is suitable. You can download and print a copy when everybody has signed.',
  },
]

/** The sentence next to the Finish button. */
export const FINISH_STATEMENT =
  'By choosing Finish I sign this document electronically. I have read it, and the signatures in it are mine.'

/** What a signature means; it is printed with the signature. */
export const SIGNATURE_MEANINGS: Record<SignerRole, string> = { patient: 'Patient agreement', center: 'Attestation' }

export const MAX_SIGNATURE_CHARACTERS = 400_000

/** The secret of a signing session; it is in the fragment of the link, and never in a URL that a server sees. */
const SigningSession = z.object({ session: singleLine(100) })

/** A signature or initials as the signer adopted them. */
const AdoptedSignature = z.object({
  kind: z.enum(['drawn', 'typed', 'uploaded']),
  /** A PNG with a transparent background, as a data URL. */
  image: z
    .string()
    .max(MAX_SIGNATURE_CHARACTERS, 'This image is too large.')
    .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, 'This image could not be read.'),
})
export type AdoptedSignature = z.infer<typeof AdoptedSignature>

/** consent: the disclosure is not accepted yet. sign: fields are to be filled. signed: this signer has finished. */
const SigningState = z.enum(['consent', 'sign', 'signed'])

/** Shown and printed next to each signature: who signed, when, and what it means (21 CFR 11.50). */
const FinishedSignature = z.object({
  role: SignerRole,
  name: z.string(),
  signed_at: Timestamp,
  meaning: z.string(),
  short_id: z.string(),
})

export const SigningDocument = z.object({
  document_id: z.string(),
  title: z.string(),
  message: z.string(),
  status: DocumentStatus,
  state: SigningState,
  /** True when the sealed file can be downloaded. */
  sealed: z.boolean(),
  /** True while another signer has to sign after this one. */
  others_pending: z.boolean(),
  test: z.boolean(),
  business: z.string(),
  signer: z.object({ role: SignerRole, name: z.string(), email: z.string() }),
  pages: z.array(PageSize),
  /** All fields of the document. The signer fills those of its own role; the others are shown when they have a value. */
  fields: z.array(SigningField),
  /** Values that are known: prefilled ones, and those of signers who have finished. */
  values: z.array(FieldValue),
  /** Of the signers who have finished. */
  signatures: z.array(FinishedSignature),
  consent_version: z.string(),
  expires_at: Timestamp.nullable(),
})
export type SigningDocument = z.infer<typeof SigningDocument>

/** Where an account of BoldSign is. */
const Region = z.enum(['us', 'eu', 'ca', 'au'])
export type BoldsignRegion = z.infer<typeof Region>

export const SigningProviderName = z.enum(['embedded', 'boldsign'])
export type SigningProviderName = z.infer<typeof SigningProviderName>

/** Secrets are never answered, only whether they are set. */
export const SigningSettings = z.object({
  provider: SigningProviderName,
  region: Region,
  has_api_key: z.boolean(),
  has_webhook_secret: z.boolean(),
  /** The URL to enter at BoldSign. */
  webhook_url: z.string(),
  /** The seal of the portal's own engine. */
  certificate: z.object({ subject: z.string(), expires_at: Timestamp, self_made: z.boolean(), timestamped: z.boolean() }),
})
export type SigningSettings = z.infer<typeof SigningSettings>

export const SigningSettingsEdit = z.object({
  provider: SigningProviderName.optional(),
  region: Region.optional(),
  /** Omitted: stays. Blank: removed. */
  api_key: singleLine(300).optional(),
  webhook_secret: singleLine(300).optional(),
})
export type SigningSettingsEdit = z.infer<typeof SigningSettingsEdit>

/** `provider`: whose account is tried. Omitted: that of the domain. */
const SigningConnection = z.object({
  provider: SigningProviderName.optional(),
  region: Region.optional(),
  api_key: singleLine(300).optional(),
})
export type SigningConnection = z.infer<typeof SigningConnection>

export const signing = {
  settings: call('GET /domain/signing-settings/', admin, {
    summary: 'How documents of the domain are signed',
    answer: SigningSettings,
    usesProviders: true,
  }),
  changeSettings: call('PATCH /domain/signing-settings/', admin, {
    proof: proof.admins,
    summary: 'Choose the signing provider, and set its key. Pending documents stay with their provider',
    body: SigningSettingsEdit,
    answer: SigningSettings.extend({ message: z.string() }),
    usesProviders: true,
  }),
  testConnection: call('POST /domain/signing-settings/test/', admin, {
    proof: proof.providerTest,
    summary: 'Whether BoldSign accepts a key: the given one, or the stored one',
    body: SigningConnection,
    answer: z.object({ success: z.boolean(), message: z.string() }),
    usesProviders: true,
    rateLimit: 'lookup',
  }),
  // A signer may have no account. The secret of the link, or the session of the signer, admits to one document.
  link: call('POST /api/v1/signing/link/', 'public', {
    proof: proof.open,
    summary: 'A link that signs a document, for the holder of its mailed secret or for its signed-in signer',
    body: z.object({ document_id: DocumentId, secret: singleLine(100).optional() }),
    answer: z.object({ sign_link: z.string() }),
    usesProviders: true,
    rateLimit: 'lookup',
  }),
  open: call('POST /api/v1/signing/open/', 'public', {
    proof: proof.open,
    summary: 'The document of a signing session',
    body: SigningSession,
    answer: SigningDocument,
  }),
  pdf: call('POST /api/v1/signing/pdf/', 'public', {
    proof: proof.open,
    summary:
      'The PDF of a signing session: what is to be signed, or the sealed file after everybody has signed. The header x-document-proof proves that it arrived',
    body: SigningSession,
    answer: Chunks,
    streams: 'application/pdf',
  }),
  consent: call('POST /api/v1/signing/consent/', 'public', {
    proof: proof.open,
    summary: 'Accept the disclosure. `proof` is the header of the PDF: the signer could open it',
    body: SigningSession.extend({
      accepted: z.literal(true, 'Please tick the box to accept.'),
      version: singleLine(20),
      proof: singleLine(100),
    }),
    answer: SigningDocument,
  }),
  withdrawConsent: call('POST /api/v1/signing/withdraw-consent/', 'public', {
    proof: proof.open,
    summary: 'Withdraw the consent before finishing',
    body: SigningSession,
    answer: SigningDocument,
  }),
  /** Errors of values are named `values.<field id>`. Values of fields that the portal fills are ignored. */
  finish: call('POST /api/v1/signing/finish/', 'public', {
    proof: proof.open,
    summary: 'Sign: the values of all fields, once and only once',
    body: SigningSession.extend({
      values: z.array(FieldValue).max(MAX_FIELDS),
      signature: AdoptedSignature,
      initials: AdoptedSignature.optional(),
      /** The time zone of the signer's device, such as Europe/Berlin. Blank or unknown: the domain's. */
      time_zone: singleLine(60).default(''),
    }),
    answer: SigningDocument,
    usesProviders: true,
  }),
  decline: call('POST /api/v1/signing/decline/', 'public', {
    proof: proof.open,
    summary: 'Decline to sign',
    body: SigningSession.extend({ reason: multiLine(500).pipe(z.string().min(1, 'Enter a reason.')) }),
    answer: SigningDocument,
  }),
  copy: call('POST /api/v1/signing/copy/', 'public', {
    proof: proof.open,
    summary: 'The sealed file, once, for the guest who has the mailed secret',
    body: z.object({ document_id: DocumentId, secret: requiredLine(100) }),
    answer: Chunks,
    streams: 'application/pdf',
    rateLimit: 'lookup',
  }),
  verify: call('POST /api/v1/signing/verify/', 'public', {
    proof: proof.open,
    summary: 'Whether a file is a sealed document of this portal, by its SHA-256. Answers no health data',
    body: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: z.object({
      known: z.boolean(),
      business: z.string().optional(),
      completed_at: Timestamp.optional(),
      signatures: z.number().int().optional(),
      pages: z.number().int().optional(),
    }),
    rateLimit: 'lookup',
  }),
}
