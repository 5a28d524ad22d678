import { sql } from 'kysely'
import { z } from 'zod'
import { addressOf } from '#api/platform/domains.ts'
import { job } from '#api/platform/jobs.ts'
import { writeMail } from '#api/platform/mail-page.ts'
import { type Doer, record } from '#api/platform/record.ts'
import { lookUpLabel } from './carrier.ts'
import { patientsOf } from './labels.commands.ts'
import { noteOfEach } from './requests.commands.ts'
import { getLabelRequest, holdLabelRequest } from './requests.queries.ts'

/** The job: nobody in particular does it. */
const NOBODY: Doer = { address: null, requestId: null }
const Id = z.number().int()

/** Says nothing of a patient: a number, a link, and where the label is. */
const mailLabel = job(
  'shipping.mail_label',
  z.object({ request_id: Id, click: z.string() }),
  async ({ domain, ports, transact }, { request_id, click }) => {
    const { request, isReferral } = await transact(async (db) => {
      const found = await getLabelRequest(db, request_id)
      const center = db.selectFrom('users').select('subscription').where('domain_id', '=', db.domainId)
      const { subscription } = await center.where('id', '=', found.hc_desc[0]?.id ?? 0).executeTakeFirstOrThrow()
      return { request: found, isReferral: subscription === 5 }
    })
    const { tracking_number, tracking_link, harvest_center_email: to, harvest_center_representative: name } = request
    const paragraphs = [
      `Dear ${name},`,
      `The shipping label that you requested is ready. Its tracking number is ${tracking_number}.`,
      `Follow the parcel: ${tracking_link}`,
    ]
    const path = isReferral ? '/fedex-request-label-rhc' : '/fedex-request-label'
    const button = { label: 'Open the label', href: `${addressOf(domain, ports.publicUrl)}${path}` }
    const letter = { to, subject: 'Your shipping label is ready', paragraphs, button }
    await ports.mail.send(writeMail(domain, letter), `label-${request_id}-${click}`)
    await transact(async (db) => {
      await db
        .updateTable('label_requests')
        .set({ notification_sent: true })
        .where('domain_id', '=', db.domainId)
        .where('id', '=', request_id)
        .where('tracking_number', '=', tracking_number)
        .execute()
      record(db, NOBODY, { type: 'label.told', subject: request_id })
    })
  },
)

const lookUp = job(
  'shipping.look_up_label',
  z.object({ request_id: Id, try: Id, look: Id }),
  async ({ ports, transact }, { request_id, try: tries, look }) => {
    const { carrier_tries } = await transact((db) => holdLabelRequest(db, request_id))
    if (carrier_tries === tries) await lookUpLabel({ ports, transact }, NOBODY, request_id, { look })
  },
)

const ENDED = ['delivered', 'returned', 'cancelled']
const EVERY_MINUTES = 120
/** A parcel that has not arrived by then is not asked for any more. */
const FOLLOWED_DAYS = 45

/** Where the parcels are whose labels the carrier made for us. */
const track = job('shipping.track', z.object({ request_id: Id }), async ({ ports, transact }, { request_id }) => {
  const request = await transact((db) => holdLabelRequest(db, request_id))
  const days = (Date.now() - new Date(request.created_at).getTime()) / 86_400_000
  if (request.carrier_state !== 'made' || days > FOLLOWED_DAYS) return
  const trackingNumber = request.tracking_number
  const news = await transact(async (db) => db.domainId).then((domainId) => ports.carrier.track({ domainId, trackingNumber }))
  await transact(async (db) => {
    const was = await holdLabelRequest(db, request_id)
    if (was.tracking_number !== trackingNumber || was.carrier_state !== 'made') return
    if (news && news.status !== was.tracking_status) {
      const after = { tracking_status: news.status, tracking_text: news.description }
      await db
        .updateTable('label_requests')
        .set({ ...after, tracked_at: news.at?.toISOString() ?? sql<string>`now()` })
        .where('domain_id', '=', db.domainId)
        .where('id', '=', request_id)
        .execute()
      const before = { tracking_status: was.tracking_status }
      noteOfEach(db, NOBODY, { type: 'label.tracked', subject: request_id, before, after }, await patientsOf(db, request_id))
    }
    if (!ENDED.includes(news?.status ?? ''))
      await db.enqueue('shipping.track', { request_id }, { runAt: new Date(Date.now() + EVERY_MINUTES * 60_000) })
  })
})

export const shippingJobs = [mailLabel, lookUp, track]
