/**
 * Templates and documents of the demo. Signed documents get the rows that the signing page writes, and are sealed. The portal's own
 * job mails the links of the pending ones after the start.
 */

import type { DocumentEventType } from '@vialdesk/contract/documents/document-events'
import type { DocumentGroup } from '@vialdesk/contract/documents/document-groups'
import { EXPIRY_DAYS } from '@vialdesk/contract/documents/document-requests'
import { CONSENT_VERSION } from '@vialdesk/contract/documents/signing'
import { CHECKED, type SigningField } from '@vialdesk/contract/documents/signing-fields'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { drawSignature } from '#api/demo/values/draw-strokes.ts'
import { storeFile } from '#api/demo/values/store-file.ts'
import { newShortId, signedValues } from '#api/features/signing/finish/signed-values.pure.ts'
import { findSealData } from '#api/features/signing/seal/seal-data.queries.ts'
import { drawSealedFile } from '#api/features/signing/seal/seal-document.commands.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { newPublicId } from '#api/platform/crypto/secret-tokens.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { DOCUMENT_FILES, TEMPLATE_FILES } from '#api/platform/files/pdf-folders.ts'
import { type PastEntry, pastEntry } from '../audit.ts'
import type { DemoContext, DemoPorts } from '../context.ts'
import type { Accounts } from '../people/accounts.ts'
import type { Patient } from '../people/patients.ts'
import { type Agreement, agreements, drawAgreement } from './agreements.ts'
import { uploadPapers } from './paper.ts'

const BUSINESS = 'Meridian Cell Bank'
const DEVICE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** Patients of the first center who signed in the portal. The patient with a login is one of them. */
const SIGNED_PATIENTS = 3
/** Of the newest patients whose tissue the first center still has to send, the last has no documents yet, the others pending ones. */
const NEWEST_PATIENTS = 3

const TIME_ZONE = 'America/Los_Angeles'
const DAY_MS = 24 * 60 * 60 * 1000

interface StoredTemplate {
  id: number
  agreement: Agreement
  fields: SigningField[]
  key: string
  sha256: string
  pdf: Buffer
}

async function createTemplate(db: Db, ports: DemoPorts, { calendar }: DemoContext, admin: number, agreement: Agreement) {
  const { pdf, fields } = await drawAgreement(agreement, BUSINESS)
  const key = await storeFile(db, ports, TEMPLATE_FILES, 'pdf', pdf)
  const created_at = calendar.moment(400)
  const template = await db.insertWithId('templates', {
    ...{ type: agreement.type, document_group: agreement.group, title: agreement.title },
    ...{ description: agreement.description, document_message: 'Please read and sign this document.' },
    ...{ template_id: newPublicId(), provider: 'embedded', status: 'Completed', version: 1, created_by: admin },
    // With an active template, visitors must sign before they can sign up as a center. An admin turns that on.
    is_active: agreement.type === 2,
    ...{ admin_name: 'Miriam Thackeray', admin_email: 'admin@demo.example', created_at, updated_at: created_at },
  })
  await db.insertRow('template_versions', {
    ...{ template_id: template.id, version: 1, file_key: key, sha256: sha256(pdf) },
    ...{ pages: JSON.stringify([{ width: 612, height: 792 }]), fields: JSON.stringify(fields), created_at },
  })
  return { ...template, agreement, fields, key, sha256: sha256(pdf), pdf }
}

interface NewDemoDocument {
  patient: Patient
  template: StoredTemplate
  /** Days ago. */
  requested: number
}

const nameOf = ({ first_name, last_name }: Patient) => `${first_name} ${last_name}`

async function insertDocument(db: Db, demo: DemoContext, { patient, template, requested }: NewDemoDocument, isSigned: boolean) {
  const { agreement, fields } = template
  const name = nameOf(patient)
  const created_at = demo.calendar.moment(requested)
  const { id } = await db.insertWithId('documents', {
    ...{ document_id: newPublicId(), party: 'patient', kind: agreement.group as DocumentGroup },
    ...{ name: agreement.title, message: 'Please read and sign this document.', template_id: template.id, template_version: 1 },
    ...{ step: isSigned ? 'sealing' : 'sending', patient_id: patient.id, patient_name: name, patient_email: patient.email },
    ...{ harvest_center_id: patient.center.id, referral_center_id: patient.referral?.id ?? null },
    ...{ requested_by: patient.center.id, created_at },
    prefill: JSON.stringify(Object.fromEntries(fields.filter(({ source }) => source).map(({ id }) => [id, name]))),
    ...(isSigned
      ? { original_key: template.key, original_sha256: template.sha256 }
      : { expires_at: new Date(created_at.getTime() + EXPIRY_DAYS * DAY_MS) }),
  })
  return id
}

type Recipient = Partial<Insertable<Tables['document_recipients']>>

async function insertSigner(db: Db, documentId: number, patient: Patient, values: Recipient = {}): Promise<number> {
  const { id } = await db.insertWithId('document_recipients', {
    ...{ document_id: documentId, role: 'patient', position: 1 },
    ...{ user_id: patient.id, name: nameOf(patient), email: patient.email },
    ...values,
  })
  return id
}

/** What the patient's timeline and the history of the document show. */
interface Step {
  at: Date
  type: DocumentEventType & ('created' | 'viewed' | 'consented' | 'signed')
  ip?: string
}
const auditTypes = {
  created: 'document.requested',
  viewed: 'document.viewed',
  consented: 'document.consented',
  signed: 'document.signed',
} as const

async function writeSteps(
  db: Db,
  { patient, template }: NewDemoDocument,
  id: number,
  recipientId: number,
  steps: Step[],
): Promise<PastEntry[]> {
  const rows = steps.map(({ at, type, ip }) => ({
    ...{ document_id: id, type, at, user_id: ip === undefined ? patient.center.id : patient.id },
    ...(ip !== undefined && { recipient_id: recipientId, ip, user_agent: DEVICE }),
  }))
  await db.insertRows('document_events', rows)
  return steps.map(({ at, type, ip }) =>
    pastEntry(at, auditTypes[type], ip === undefined ? patient.center.id : patient.id, {
      ...{ subject_id: id, patient_id: patient.id, after: { document: template.agreement.title } },
    }),
  )
}

async function insertSignedDocument(db: Db, ports: DemoPorts, demo: DemoContext, document: NewDemoDocument) {
  const { patient, template, requested } = document
  const at = (minutes: number) => demo.calendar.moment(requested - 1, minutes)
  const id = await insertDocument(db, demo, document, true)
  const entered = template.fields.flatMap(({ id, type }): [string, string][] =>
    type === 'checkbox' || type === 'signature' ? [[id, CHECKED]] : [],
  )
  const signer = { role: 'patient', name: nameOf(patient), email: patient.email } as const
  const values = signedValues(template.fields, signer, { at: at(27), timeZone: TIME_ZONE }, new Map(entered))
  const ip = `203.0.113.${10 + (patient.id % 200)}`
  const signature = await storeFile(db, ports, DOCUMENT_FILES, 'png', await drawSignature(patient.id))
  const recipientId = await insertSigner(db, id, patient, {
    ...{ status: 'signed', viewed_at: at(20), consented_at: at(22), signed_at: at(27), time_zone: TIME_ZONE },
    ...{ consent_version: CONSENT_VERSION, consent_sha256: sha256(CONSENT_VERSION), consent_ip: ip, consent_user_agent: DEVICE },
    ...{ ip, user_agent: DEVICE, signature_kind: 'drawn', signature_key: signature, values: JSON.stringify(values) },
    ...{ signed_sha256: sha256(JSON.stringify([template.sha256, template.fields, values, 1])), short_id: newShortId() },
  })
  const entries = await writeSteps(db, document, id, recipientId, [
    { at: demo.calendar.moment(requested), type: 'created' },
    ...(['viewed', 'consented', 'signed'] as const).map((type, n) => ({ at: at(20 + 3 * n), type, ip })),
  ])
  await completeDocument(db, ports, id, at(28))
  const completed = { subject_id: id, patient_id: patient.id, actor_id: null, after: { document: template.agreement.title } }
  return [...entries, pastEntry(at(28), 'document.completed', patient.id, completed)]
}

/** Seals the document as the portal's job does, but with a past time and without mails. */
async function completeDocument(db: Db, ports: DemoPorts, id: number, at: Date): Promise<void> {
  const data = await findSealData(db, id)
  if (!data) throw new Error('A signed document of the demo cannot be sealed')
  const sealed = await drawSealedFile({ domain: await readDomain(db), ports }, data)
  const sealed_key = await storeFile(db, ports, DOCUMENT_FILES, 'pdf', sealed.pdf)
  await db.updateRows(
    'documents',
    { id },
    {
      status: 'Completed',
      step: 'done',
      completed_at: at,
      sealed_at: at,
      sealed_key,
      ...{ sealed_sha256: sealed.sha256, sealed_pages: sealed.pages },
    },
  )
  await db.insertRow('document_events', { document_id: id, type: 'completed', at })
}

async function readDomain(db: Db): Promise<Domain> {
  const domain = db.selectFrom('domains').selectAll().where('id', '=', db.domainId)
  return { ...(await domain.executeTakeFirstOrThrow()), host: null }
}

async function requestDocument(db: Db, demo: DemoContext, document: NewDemoDocument) {
  const id = await insertDocument(db, demo, document, false)
  const recipientId = await insertSigner(db, id, document.patient)
  await db.enqueue('documents.send', { document_id: id })
  return writeSteps(db, document, id, recipientId, [{ at: demo.calendar.moment(document.requested), type: 'created' }])
}

/**
 * Returns the entries for the audit. The patient with a login has signed all documents but the storage agreement, so that a visitor
 * can sign one at once. The other patients of the first center signed on paper, except the newest ones.
 */
export async function createDocuments(
  db: Db,
  ports: DemoPorts,
  demo: DemoContext,
  { admin, centers }: Accounts,
  patients: readonly Patient[],
): Promise<PastEntry[]> {
  const templates: StoredTemplate[] = []
  for (const agreement of agreements) templates.push(await createTemplate(db, ports, demo, admin, agreement))
  const ofPatients = templates.filter(({ agreement: { type } }) => type === 2)
  const ofFirst = patients.filter(({ center }) => center === centers[0])
  const isLogin = ({ email }: Patient) => email === 'patient@demo.example'
  const others = ofFirst.filter((patient) => !isLogin(patient))
  const signing = [...ofFirst.filter(isLogin), ...others.slice(0, SIGNED_PATIENTS - 1)]
  const newest = others.filter(({ referral, past }) => !referral && past.steps.length === 0).slice(-NEWEST_PATIENTS)
  const pending = [...ofFirst.filter(isLogin), ...newest.slice(0, -1)]
  const onPaper = others.filter((patient) => !signing.includes(patient) && !newest.includes(patient))
  const isLeftOpen = (patient: Patient, { agreement: { group } }: StoredTemplate) => isLogin(patient) && group === 'storage'
  const entries: PastEntry[] = []
  for (const patient of signing)
    for (const template of ofPatients.filter((each) => !isLeftOpen(patient, each)))
      entries.push(...(await insertSignedDocument(db, ports, demo, { patient, template, requested: patient.joined })))
  for (const patient of pending)
    for (const template of ofPatients.filter((each) => !isLogin(patient) || isLeftOpen(patient, each)))
      entries.push(...(await requestDocument(db, demo, { patient, template, requested: 0 })))
  for (const patient of onPaper) entries.push(...(await uploadPapers(db, ports, demo, patient, ofPatients)))
  return entries
}
