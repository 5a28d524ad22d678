/**
 * Cancels a carrier's label in three steps: save that it is being cancelled (first transaction), call the carrier (no open transaction),
 * save the outcome (second transaction). Cancelling is repeatable: without an answer, the job or an admin cancels again.
 */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { named, notify } from '#api/features/notices/notify.commands.ts'
import { type LockedRequest, lockLabelRequest } from '#api/features/shipping/requests/label-requests.queries.ts'
import { detachFile } from '#api/platform/files/stored-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type CancelOutcome, CarrierUnavailable } from '#api/platform/ports/carrier.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { askAgain, type CarrierContext } from './create-label.commands.ts'
import { auditRequest, findPatientIds, labelKey } from './give-label.commands.ts'

/** Identifies the label: a request may have a newer one. */
type CarrierLabel = Pick<LockedRequest, 'id' | 'carrier_tries' | 'tracking_number'>

/** Title of the notice and subject of the mail to the center. */
export const LABEL_CANCELLED_TITLE = 'Your shipping label was cancelled'
/** Answers to the admin. */
const CANCELLED = 'The carrier has cancelled the label. The request is open again.'
const NO_ANSWER = 'The carrier has not answered. The label may have been cancelled. Try again in a few minutes.'
const TOO_LATE = 'The carrier already has the parcel. The label can no longer be cancelled.'
const DELIVERED = 'The parcel has been delivered. The label can no longer be cancelled.'
const NOT_MADE = 'The carrier has made no label for this request.'

/** Column values of a request without a label. */
const NO_LABEL = { tracking_number: '', tracking_link: '', pdf_file: null }

const CANCEL = 'shipping.cancel_label'

/** Saves that the label is being cancelled, and queues the job that retries if this process dies. */
async function startCancelling(db: Db, id: number): Promise<CarrierLabel> {
  const request = await lockLabelRequest(db, id)
  if (request.carrier_state === 'cancelling') return request
  if (request.carrier_state !== 'made') fail('conflict', { message: NOT_MADE })
  if (request.tracking_status === 'delivered') fail('conflict', { message: DELIVERED })
  await db.updateRows('label_requests', { id }, { carrier_state: 'cancelling' })
  await askAgain(db, CANCEL, request, 0)
  return request
}

/** A carrier may answer `too_late` for a label that it cancelled before. Its tracking then has the status `cancelled`. */
async function requestCancellation({ carrier }: Ports, domainId: number, trackingNumber: string): Promise<CancelOutcome> {
  const outcome = await carrier.cancel({ domainId, trackingNumber })
  if (outcome !== 'too_late') return outcome
  try {
    const tracking = await carrier.track({ domainId, trackingNumber })
    return tracking?.status === 'cancelled' ? 'cancelled' : 'too_late'
  } catch (error) {
    if (error instanceof CarrierUnavailable) return 'unknown'
    throw error
  }
}

/** The locked request, if this label of it is still being cancelled. */
async function lockCancelling(db: Db, label: CarrierLabel): Promise<LockedRequest | undefined> {
  const current = await lockLabelRequest(db, label.id)
  const isSame = current.carrier_tries === label.carrier_tries && current.tracking_number === label.tracking_number
  return isSame && current.carrier_state === 'cancelling' ? current : undefined
}

/** Removes the label and opens the request again. Notifies the center if it was notified of the label. */
async function reopenRequest(db: Db, label: CarrierLabel): Promise<void> {
  const current = await lockCancelling(db, label)
  if (!current) return
  const { id, tracking_number, tracking_link, pdf_file } = current
  const noTracking = { tracking_status: null, tracking_text: '', tracked_at: null }
  await db.updateRows('label_requests', { id }, { ...NO_LABEL, ...noTracking, notification_sent: false, carrier_state: 'none' })
  if (pdf_file) await detachFile(db, labelKey(db, pdf_file))
  const change = { before: { tracking_number, tracking_link, pdf_file }, after: NO_LABEL }
  await auditRequest(db, { type: 'label.cancelled', subject: id, ...change })
  if (current.notification_sent) await notifyCancelledLabel(db, current, tracking_number)
}

/** The path of the screen on which the center finds its requests. */
export async function requestsPathOf(db: Db, center: number): Promise<string> {
  const { subscription } = await db.getRow('users', ['subscription'], { id: center })
  return subscription === membershipIds.referral_harvest_center ? '/fedex-request-label-rhc' : '/fedex-request-label'
}

/** The notice names the patient of the request, if it has one. The mail of the event names nobody. */
export async function notifyCenterOfLabel(
  db: Db,
  { id, center_id }: Pick<LockedRequest, 'id' | 'center_id'>,
  title: string,
  sentence: (request: string) => string,
): Promise<void> {
  const [about, ...others] = await findPatientIds(db, id)
  const text = others.length > 0 ? sentence(`request ${id}`) : sentence(named(`request ${id}`))
  await notify(db, center_id, { kind: 'purchase', mailedAlready: true, title, text, about: about ?? null, path: `/labels/${id}` })
}

/** Notifies a center that may have printed the label, by mail and in the portal. */
export async function notifyCancelledLabel(db: Db, { id, center_id }: Pick<LockedRequest, 'id' | 'center_id'>, number: string) {
  await db.enqueue('shipping.mail_cancelled', { request_id: id, number }, { key: `shipping.mail_cancelled:${id}:${number}` })
  const sentence = (request: string) => `The label for ${request} is no longer valid. The request stays open.`
  await notifyCenterOfLabel(db, { id, center_id }, LABEL_CANCELLED_TITLE, sentence)
}

async function endCancelling(db: Db, label: CarrierLabel): Promise<void> {
  if (await lockCancelling(db, label)) await db.updateRows('label_requests', { id: label.id }, { carrier_state: 'made' })
}

async function cancelAtCarrier({ domain, ports, transact }: CarrierContext, label: CarrierLabel): Promise<CancelOutcome> {
  const outcome = await requestCancellation(ports, domain.id, label.tracking_number)
  if (outcome === 'cancelled') await transact((db) => reopenRequest(db, label))
  if (outcome === 'too_late') await transact((db) => endCancelling(db, label))
  return outcome
}

/** Returns the message for the admin. */
export async function cancelLabel(context: CarrierContext, id: number): Promise<string> {
  const label = await context.transact((db) => startCancelling(db, id))
  const outcome = await cancelAtCarrier(context, label)
  if (outcome === 'too_late') return fail('conflict', { message: TOO_LATE })
  return outcome === 'cancelled' ? CANCELLED : NO_ANSWER
}

/** Cancels again after a try without an answer. */
export async function retryCancelling(context: CarrierContext, id: number, tries: number, lookup: number): Promise<void> {
  const label = await context.transact((db) => lockLabelRequest(db, id))
  if (label.carrier_tries !== tries || label.carrier_state !== 'cancelling') return
  if ((await cancelAtCarrier(context, label)) === 'unknown')
    await context.transact((db) => askAgain(db, CANCEL, label, lookup + 1))
}
