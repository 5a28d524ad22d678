/** Saves the label of a request, and mails the center. */
import { randomUUID } from 'node:crypto'
import type { LabelEdit } from '@vialdesk/contract/care/label-requests'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { type LockedRequest, lockLabelRequest } from '#api/features/shipping/requests/label-requests.queries.ts'
import { auditForEachPatient } from '#api/features/shipping/requests/request-label.commands.ts'
import { type AuditEvent, audit, changesBetween } from '#api/platform/audit/audit.ts'
import { announce } from '#api/platform/events/announce.ts'
import { attachFile, detachFile, lockUnusedFile, storeFile } from '#api/platform/files/stored-files.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { assertHarmlessPdf, PdfRefused } from '#api/platform/pdf/prepare-pdf.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

/** Labels are stored under `domain/fedex-label/name`. A request contains the name. */
const LABEL_FOLDER = 'fedex-label'
const MAX_PAGES = 20

export const labelKey = (db: Pick<Db, 'domainId'>, name: string) => `${db.domainId}/${LABEL_FOLDER}/${name}`

/** Refuses a file that is no PDF. Checks only the content, because name and declared type may be wrong. */
export async function validatePdf(bytes: Buffer): Promise<void> {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') failField('file', 'Choose a PDF file.')
  // An interrupted upload has no end. Some readers would repair it and show half of the label.
  if (!bytes.subarray(-1024).toString('latin1').includes('%%EOF')) failField('file', 'This PDF is damaged.')
  await assertHarmlessPdf(bytes, MAX_PAGES).catch((error) => {
    if (!(error instanceof PdfRefused)) throw error
    return failField('file', error.message, { cause: error })
  })
}

/** Stores a label's PDF and returns its name. Nothing refers to it yet. */
export async function storeLabel(transact: RunInTransaction, { files }: Ports, bytes: Buffer): Promise<string> {
  const key = await storeFile(transact, files, { folder: LABEL_FOLDER, extension: 'pdf', bytes })
  return key.slice(key.lastIndexOf('/') + 1)
}

/** The file must be stored and unused. */
async function validateFile(db: Db, name: string): Promise<void> {
  if (!(await lockUnusedFile(db, labelKey(db, name)))) failField('pdf_file', 'Choose the file again.')
}

export const findPatientIds = async (db: Db, request: number): Promise<number[]> => {
  const rows = await db.findRows('label_request_patients', ['patient_id'], { request_id: request })
  return rows.map(({ patient_id }) => patient_id)
}

/** Audits an event of a request, its subject, for each of its patients. */
export const auditRequest = async (db: Db, event: AuditEvent & { subject: number }): Promise<void> =>
  auditForEachPatient(db, event, await findPatientIds(db, event.subject))

type Label = Omit<LabelEdit, 'seen'>
type CarrierValues = Partial<Pick<LockedRequest, 'carrier_state' | 'tracking_status' | 'tracking_text'>>

const changesOf = (current: LockedRequest, label: Label) =>
  changesBetween<Pick<LockedRequest, 'tracking_number' | 'tracking_link' | 'pdf_file'>>(current, {
    ...label,
    pdf_file: label.pdf_file ?? current.pdf_file,
  })

/** Resets `notification_sent`, because the center does not know the new label. `more`: further columns of a label by the carrier. */
export async function giveLabel(db: Db, current: LockedRequest, label: Label, more: CarrierValues = {}): Promise<void> {
  const changes = changesOf(current, label)
  if (!changes) return
  const { pdf_file } = changes.after
  if (pdf_file) await validateFile(db, pdf_file)
  await db.updateRows(
    'label_requests',
    { id: current.id },
    { ...changes.after, notification_sent: false, tracking_status: null, tracking_text: '', carrier_state: 'none', ...more },
  )
  if (pdf_file) await attachFile(db, labelKey(db, pdf_file))
  if (pdf_file && current.pdf_file) await detachFile(db, labelKey(db, current.pdf_file))
  await auditRequest(db, { type: 'label.given', subject: current.id, ...changes })
  await announce(db, 'label.ready', { id: current.id })
}

/** If two admins save a label at once, the second gets a conflict: the first label may be mailed and paid for. */
function assertNotChanged(current: LockedRequest, label: Label, seen: LabelEdit['seen']): void {
  const isSeen = !seen || (seen.tracking_number === current.tracking_number && seen.pdf_file === current.pdf_file)
  if (!isSeen && changesOf(current, label)) fail('conflict')
}

/** Saves a label by hand. Until the carrier has answered, its label is not replaced. */
export async function editLabel(db: Db, id: number, { seen, ...label }: LabelEdit): Promise<void> {
  const current = await lockLabelRequest(db, id)
  if (current.carrier_state === 'asking')
    fail('conflict', { message: 'This label is being made. Wait for the carrier’s answer.' })
  if (current.carrier_state === 'unknown')
    fail('conflict', { message: 'The carrier has not answered yet. Check the label at the carrier first.' })
  assertNotCancelling(current)
  assertNotChanged(current, label, seen)
  const isCarriers = current.carrier_state === 'made' && label.tracking_number === current.tracking_number
  await giveLabel(db, current, label, isCarriers ? { carrier_state: 'made' } : {})
}

/** A label that is being cancelled is neither changed nor mailed. */
function assertNotCancelling({ carrier_state }: LockedRequest): void {
  if (carrier_state === 'cancelling')
    fail('conflict', { message: 'This label is being cancelled. Wait for the carrier’s answer.' })
}

export async function markSent(db: Db, id: number): Promise<void> {
  const current = await lockLabelRequest(db, id)
  if (current.notification_sent) return
  assertHasLabel(current)
  await db.updateRows('label_requests', { id }, { notification_sent: true })
  audit(db, { type: 'label.notified', subject: id })
}

const assertHasLabel = ({ tracking_number }: LockedRequest) => {
  if (!tracking_number) fail('conflict', { message: 'There is no label yet. Add the tracking number first.' })
}

/** Queues one mail for each click. */
export async function sendLabel(db: Db, id: number, click: string = randomUUID()): Promise<void> {
  const request = await lockLabelRequest(db, id)
  assertHasLabel(request)
  assertNotCancelling(request)
  if (!(await db.insertOnce('label_mails', { request_id: id, click }))) return
  audit(db, { type: 'label.sent', subject: id })
  await db.enqueue('shipping.mail_label', { request_id: id, click }, { key: `shipping.mail_label:${id}:${click}` })
}
