/**
 * Taking a carrier's label back: that it is being cancelled is written down (one transaction), the carrier is asked (none is open), what
 * it said is recorded (another one). To be asked twice does a carrier no harm: after a silence the job or an admin asks again.
 */
import { membershipIds } from '@vialdesk/contract/roles'
import { type CancelOutcome, CarrierUnavailable } from '#api/adapters/carrier/port.ts'
import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import type { AuditActor } from '#api/platform/audit/audit.ts'
import { detachFile } from '#api/platform/files/stored-files.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import type { Ports } from '#api/platform/ports.ts'
import { type CarrierContext, inMinutes, LOOKUP_DELAYS_MINUTES } from './create-label.commands.ts'
import { findPatientIds, labelKey } from './give-label.commands.ts'
import { type LockedRequest, lockLabelRequest } from './label-requests.queries.ts'
import { auditForEachPatient } from './request-label.commands.ts'

/** The label that is taken back; another one of the same request is never taken for it. */
type CarrierLabel = Pick<LockedRequest, 'id' | 'carrier_tries' | 'tracking_number'>

/** What a center is told. */
export const LABEL_CANCELLED_TITLE = 'Your shipping label was cancelled'
/** What an admin is told. */
const CANCELLED = 'The carrier has cancelled the label. The request is open again.'
const NO_ANSWER = 'The carrier has not answered. The label may have been cancelled. Try again in a few minutes.'
const TOO_LATE = 'The carrier already has the parcel. The label can no longer be cancelled.'
const DELIVERED = 'The parcel has been delivered. The label can no longer be cancelled.'
const NOT_MADE = 'The carrier has made no label for this request.'

/** A request without a label: what was known of one is empty again. */
const NO_LABEL = { tracking_number: '', tracking_link: '', pdf_file: null }

const updateRequest = (db: Db, id: number) =>
  db.updateTable('label_requests').where('domain_id', '=', db.domainId).where('id', '=', id)

const enqueueRetry = async (db: Db, { id, carrier_tries: tries }: CarrierLabel, look: number) => {
  const minutes = LOOKUP_DELAYS_MINUTES[look]
  if (minutes === undefined) return
  const key = `shipping.cancel_label:${id}:${tries}:${look}`
  await db.enqueue('shipping.cancel_label', { request_id: id, try: tries, look }, { key, runAt: inMinutes(minutes) })
}

/** Writes down that it is being cancelled, with the job that asks again should this process die before the answer comes. */
async function startCancelling(db: Db, id: number): Promise<CarrierLabel> {
  const request = await lockLabelRequest(db, id)
  if (request.carrier_state === 'cancelling') return request
  if (request.carrier_state !== 'made') fail('conflict', { message: NOT_MADE })
  if (request.tracking_status === 'delivered') fail('conflict', { message: DELIVERED })
  await updateRequest(db, id).set({ carrier_state: 'cancelling' }).execute()
  await enqueueRetry(db, request, 0)
  return request
}

/** What a carrier does not know any more it may have cancelled before: then tracking says so. */
async function requestCancellation({ carrier }: Ports, domainId: number, trackingNumber: string): Promise<CancelOutcome> {
  const said = await carrier.cancel({ domainId, trackingNumber })
  if (said !== 'too_late') return said
  try {
    const news = await carrier.track({ domainId, trackingNumber })
    return news?.status === 'cancelled' ? 'cancelled' : 'too_late'
  } catch (error) {
    if (error instanceof CarrierUnavailable) return 'unknown'
    throw error
  }
}

/** The request as it is held, if it is still this label that is being cancelled. */
async function lockCancelling(db: Db, label: CarrierLabel): Promise<LockedRequest | undefined> {
  const was = await lockLabelRequest(db, label.id)
  const isSame = was.carrier_tries === label.carrier_tries && was.tracking_number === label.tracking_number
  return isSame && was.carrier_state === 'cancelling' ? was : undefined
}

/** Opens the request again; a center that was told of the label is told that it is worth nothing. */
async function reopenRequest(db: Db, auditActor: AuditActor, label: CarrierLabel): Promise<void> {
  const was = await lockCancelling(db, label)
  if (!was) return
  const { id, tracking_number, tracking_link, pdf_file } = was
  const news = { tracking_status: null, tracking_text: '', tracked_at: null }
  await updateRequest(db, id)
    .set({ ...NO_LABEL, ...news, notification_sent: false, carrier_state: 'none' })
    .execute()
  if (pdf_file) await detachFile(db, labelKey(db, pdf_file))
  const change = { before: { tracking_number, tracking_link, pdf_file }, after: NO_LABEL }
  auditForEachPatient(db, auditActor, { type: 'label.cancelled', subject: id, ...change }, await findPatientIds(db, id))
  if (was.notification_sent) await notifyCancelledLabel(db, was, tracking_number)
}

/** The screen on which a center finds its requests. */
export async function requestsPathOf(db: Db, center: number): Promise<string> {
  const users = db.selectFrom('users').select('subscription').where('domain_id', '=', db.domainId).where('id', '=', center)
  const { subscription } = await users.executeTakeFirstOrThrow()
  return subscription === membershipIds.referral_harvest_center ? '/fedex-request-label-rhc' : '/fedex-request-label'
}

/** A center that holds a label which is none any more must know. */
export async function notifyCancelledLabel(db: Db, { id, center_id }: Pick<LockedRequest, 'id' | 'center_id'>, number: string) {
  await db.enqueue('shipping.mail_cancelled', { request_id: id, number }, { key: `shipping.mail_cancelled:${id}:${number}` })
  const text = `The label for request ${id} is no longer valid. The request stays open.`
  const notice = { title: LABEL_CANCELLED_TITLE, text, path: await requestsPathOf(db, center_id) }
  await notify(db, center_id, { kind: 'purchase', mailedAlready: true, ...notice })
}

async function endCancelling(db: Db, label: CarrierLabel): Promise<void> {
  if (await lockCancelling(db, label)) await updateRequest(db, label.id).set({ carrier_state: 'made' }).execute()
}

async function cancelAtCarrier(
  { domainId, ports, transact }: CarrierContext,
  auditActor: AuditActor,
  label: CarrierLabel,
): Promise<CancelOutcome> {
  const outcome = await requestCancellation(ports, domainId, label.tracking_number)
  if (outcome === 'cancelled') await transact((db) => reopenRequest(db, auditActor, label))
  if (outcome === 'too_late') await transact((db) => endCancelling(db, label))
  return outcome
}

/** Answers what to tell the admin. */
export async function cancelLabel(asking: CarrierContext, auditActor: AuditActor, id: number): Promise<string> {
  const label = await asking.transact((db) => startCancelling(db, id))
  const outcome = await cancelAtCarrier(asking, auditActor, label)
  if (outcome === 'too_late') return fail('conflict', { message: TOO_LATE })
  return outcome === 'cancelled' ? CANCELLED : NO_ANSWER
}

/** Asks again about a label whose cancelling nobody heard the answer of. */
export async function retryCancelling(
  asking: CarrierContext,
  auditActor: AuditActor,
  id: number,
  tries: number,
  look: number,
): Promise<void> {
  const label = await asking.transact((db) => lockLabelRequest(db, id))
  if (label.carrier_tries !== tries || label.carrier_state !== 'cancelling') return
  if ((await cancelAtCarrier(asking, auditActor, label)) === 'unknown')
    await asking.transact((db) => enqueueRetry(db, label, look + 1))
}
