import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { type JobContext, job } from '#api/platform/jobs/jobs.ts'
import { sendMail } from '#api/platform/jobs/send-mail.ts'
import { CarrierUnavailable, type Tracking } from '#api/platform/ports/carrier.ts'
import {
  LABEL_CANCELLED_TITLE,
  notifyCancelledLabel,
  notifyCenterOfLabel,
  requestsPathOf,
  retryCancelling,
} from './labels/cancel-label.commands.ts'
import { endLookUp, lookUpLabel } from './labels/create-label.commands.ts'
import { auditRequest } from './labels/give-label.commands.ts'
import { getRequestForMail, type LockedRequest, lockLabelRequest } from './requests/label-requests.queries.ts'

const Id = z.number().int()

const READY_TITLE = 'Your shipping label is ready'

/** The present data for a mail to the center of a request. */
const readMailData = (id: number) => async (db: Db) => {
  const request = await getRequestForMail(db, id)
  return { request, path: await requestsPathOf(db, request.hc_desc[0]?.id ?? 0) }
}

interface CenterMail {
  subject: string
  text: string[]
  button: string
  id: string
}

async function mailCenter({ domain, ports }: JobContext, { request, path }: MailData, { subject, text, button, id }: CenterMail) {
  const { harvest_center_email: to, harvest_center_representative: name } = request
  const paragraphs = [`Dear ${name},`, ...text]
  const letter = { to, subject, paragraphs, button: { label: button, href: `${domainUrl(domain, ports.publicUrl)}${path}` } }
  await sendMail({ domain, ports }, letter, id)
}
type MailData = Awaited<ReturnType<ReturnType<typeof readMailData>>>

/** Marks the center as notified. If the label was replaced or cancelled in the meantime, notifies the center of that. */
const markNotified = (id: number, number: string) => async (db: Db) => {
  const current = await lockLabelRequest(db, id)
  audit(db, { type: 'label.notified', subject: id })
  if (current.tracking_number !== number) return notifyCancelledLabel(db, current, number)
  if (current.notification_sent) return
  await db.updateRows('label_requests', { id }, { notification_sent: true })
  await notifyCenterOfLabel(db, current, READY_TITLE, (request) => `The label for ${request} is ready.`)
}

/** The mail contains nothing about a patient: only the number, the tracking link and a link to the label. */
const mailLabel = job('shipping.mail_label', z.object({ request_id: Id, click: z.string() }), async (context, data) => {
  const { request_id, click } = data
  const read = await context.transact(readMailData(request_id))
  const { tracking_number, tracking_link } = read.request
  // The label was cancelled before the center was notified.
  if (tracking_number === '') return
  await mailCenter(context, read, {
    subject: READY_TITLE,
    text: [
      `The shipping label that you requested is ready. Its tracking number is ${tracking_number}.`,
      `Track the parcel: ${tracking_link}`,
    ],
    button: 'View label',
    id: `label-${request_id}-${click}`,
  })
  await context.transact(markNotified(request_id, tracking_number))
})

/** Mails a center that a label is no longer valid. */
const mailCancelled = job('shipping.mail_cancelled', z.object({ request_id: Id, number: z.string() }), async (context, data) => {
  const { request_id, number } = data
  await mailCenter(context, await context.transact(readMailData(request_id)), {
    subject: LABEL_CANCELLED_TITLE,
    text: [
      `The shipping label with the tracking number ${number} is no longer valid. Please do not use it.`,
      'Your request stays open. We will email you when a new label is ready.',
    ],
    button: 'View requests',
    id: `label-cancelled-${request_id}-${number}`,
  })
})

const lookUpJob = job(
  'shipping.look_up_label',
  z.object({ request_id: Id, try: Id, lookup: Id }),
  async ({ domain, ports, transact, log }, { request_id, try: tries, lookup }) => {
    const request = await transact((db) => lockLabelRequest(db, request_id))
    if (request.carrier_tries !== tries) return
    await lookUpLabel({ domain, ports, transact }, request_id, { lookup }).catch(async (error) => {
      if (!(error instanceof CarrierUnavailable)) throw error
      log.warn({ err: error, request_id }, 'a label could not be looked up')
      await transact((db) => endLookUp(db, request, 'unknown', lookup))
    })
  },
)

const retryCancellingJob = job(
  'shipping.cancel_label',
  z.object({ request_id: Id, try: Id, lookup: Id }),
  async ({ domain, ports, transact }, { request_id, try: tries, lookup }) =>
    retryCancelling({ domain, ports, transact }, request_id, tries, lookup),
)

const FINAL_STATUSES = ['delivered', 'returned', 'cancelled']
const TRACK_MINUTES = 120
/** A parcel is tracked for this many days after its label was ordered, or after its ship date if that is later. */
const TRACKED_DAYS = 45
const daysSince = (...moments: string[]) =>
  (Date.now() - Math.max(...moments.map((moment) => new Date(moment).getTime()))) / 86_400_000

/** Tracks the parcel of one label that the carrier made. */
const track = job(
  'shipping.track',
  z.object({ request_id: Id, try: Id }),
  async ({ domain, ports, transact, log }, { request_id, try: tries }) => {
    const request = await transact((db) => lockLabelRequest(db, request_id))
    const days = daysSince(request.carrier_asked_at ?? request.created_at, request.label_date)
    if (!isTracked(request, tries) || days > TRACKED_DAYS) return
    const trackingNumber = request.tracking_number
    // A failed job would run out of tries if the carrier is away for a day, so this job queues its next run instead.
    const tracking = await ports.carrier.track({ domainId: domain.id, trackingNumber }).catch((error) => {
      if (!(error instanceof CarrierUnavailable)) throw error
      log.warn({ err: error, request_id }, 'a parcel could not be tracked')
      return undefined
    })
    await transact(async (db) => {
      const current = await lockLabelRequest(db, request_id)
      if (current.tracking_number !== trackingNumber || !isTracked(current, tries)) return
      if (tracking && tracking.status !== current.tracking_status) await saveTracking(db, current, tracking)
      if (FINAL_STATUSES.includes(tracking?.status ?? '')) return
      const runAt = new Date(Date.now() + TRACK_MINUTES * 60_000)
      await db.enqueue('shipping.track', { request_id, try: tries }, { runAt })
    })
  },
)

/** A parcel may be on its way while its label is being cancelled. */
const isTracked = ({ carrier_state, carrier_tries }: LockedRequest, tries: number) =>
  carrier_tries === tries && (carrier_state === 'made' || carrier_state === 'cancelling')

async function saveTracking(
  db: Db,
  { id, tracking_status }: LockedRequest,
  { status, description, at }: Tracking,
): Promise<void> {
  const after = { tracking_status: status, tracking_text: description }
  await db.updateRows('label_requests', { id }, { ...after, tracked_at: at?.toISOString() ?? sql<string>`now()` })
  await auditRequest(db, { type: 'label.tracked', subject: id, before: { tracking_status }, after })
}

export const shippingJobs = [mailLabel, mailCancelled, lookUpJob, retryCancellingJob, track]
