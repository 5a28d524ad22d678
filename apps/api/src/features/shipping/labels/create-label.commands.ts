/**
 * Orders a label from the carrier in three steps: save the try (first transaction), call the carrier (no open transaction), save the
 * outcome (second transaction). A try never orders twice: without an answer, the job or an admin looks the label up by its reference.
 */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { LabelOrder } from '@vialdesk/contract/care/label-requests'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { type LockedRequest, lockLabelRequest } from '#api/features/shipping/requests/label-requests.queries.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import {
  CarrierUnavailable,
  type FoundLabel,
  type LabelOutcome,
  type Party,
  type LabelOrder as PortOrder,
} from '#api/platform/ports/carrier.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { auditRequest, giveLabel, storeLabel } from './give-label.commands.ts'

/** Everything that is needed to call the carrier and to save the outcome. */
export interface CarrierContext {
  domain: Pick<Domain, 'id' | 'time_zone'>
  ports: Ports
  transact: RunInTransaction
}

/** A call for a label, with its token and one repetition, ends within two minutes. */
const CALL_MINUTES = 3
/** Minutes before the carrier is asked again about a label, or again to cancel it. After the last time, an admin decides. */
const ASK_AGAIN_MINUTES = [CALL_MINUTES, 5, 15, 60, 240]
const FIRST_TRACK_MINUTES = 60

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

type CarrierTry = Pick<LockedRequest, 'id' | 'carrier_tries'>

/** A different reference for each try and each domain, because domains share the carrier's account. It reveals nothing about a patient. */
const referenceOf = (domainId: number, { id, carrier_tries }: CarrierTry) => `REQ${domainId}-${id}-${carrier_tries}`

async function getRecipient(db: Db, id: number): Promise<Party> {
  const lab = await db.findRow(
    'users',
    ['company', 'phone_number', 'address1', 'address2', 'city', 'state_desc', 'country_desc', 'zip_code'],
    { id, subscription: membershipIds.lab, active: true },
  )
  if (!lab) return failField('lab_id', 'Choose an active lab.')
  if (!lab.address1 || !lab.city) failField('lab_id', 'This lab has no address. Add the address to its account first.')
  const { company, phone_number: phone, address1, address2, city, state_desc: state, country_desc: country, zip_code: zip } = lab
  return { name: '', company, phone, address1, address2, city, state, country: country || 'United States', zip }
}

async function getSender(db: Db, request: LockedRequest): Promise<Party> {
  const { company, phone_number } = await db.getRow('users', ['company', 'phone_number'], { id: request.center_id })
  const { representative: name, address1, address2, city, state_desc: state, country_desc: country, zip_code: zip } = request
  return { name, company, phone: request.doctor_phone || phone_number, address1, address2, city, state, country, zip }
}

/** The part of the order by which the carrier finds the label later. */
async function searchOf(db: Db, domain: CarrierContext['domain'], request: LockedRequest, tries = request.carrier_tries) {
  const reference = referenceOf(domain.id, { id: request.id, carrier_tries: tries })
  const from = await getSender(db, request)
  return { domainId: domain.id, reference, shipDate: request.label_date, timeZone: domain.time_zone, from }
}

/** Saves the try, and queues the job that looks the label up if this process dies. */
async function startTry(db: Db, domain: CarrierContext['domain'], id: number, { lab_id, format, pounds }: LabelOrder) {
  const request = await lockLabelRequest(db, id)
  if (request.carrier_state === 'asking' || request.carrier_state === 'unknown')
    fail('conflict', { message: 'The carrier has not answered yet. Check the label at the carrier first.' })
  if (request.carrier_state === 'cancelling')
    fail('conflict', { message: 'A label of this request is being cancelled. Wait for the carrier’s answer.' })
  // A label without its PDF must be cancelled before a new one, too.
  if (request.carrier_state === 'made' || request.pdf_file !== null)
    fail('conflict', { message: 'This request already has a label.' })
  const tries = request.carrier_tries + 1
  const to = await getRecipient(db, lab_id)
  const order: PortOrder = { ...(await searchOf(db, domain, request, tries)), to, format, pounds }
  await db.updateRows('label_requests', { id }, { carrier_state: 'asking', carrier_tries: tries, carrier_asked_at: sql`now()` })
  await askAgain(db, LOOK_UP, { id, carrier_tries: tries }, 0)
  return { tries, order }
}

const LOOK_UP = 'shipping.look_up_label'

/** Queues a job of a try, which is given up after the last time. */
export async function askAgain(db: Db, task: string, { id, carrier_tries }: CarrierTry, lookup: number): Promise<void> {
  const minutes = ASK_AGAIN_MINUTES[lookup]
  if (minutes === undefined) return
  const key = `${task}:${id}:${carrier_tries}:${lookup}`
  await db.enqueue(task, { request_id: id, try: carrier_tries, lookup }, { key, runAt: inMinutes(minutes) })
}

/** Saves the carrier's label. Returns false if the try has ended without this label. */
async function acceptLabel(
  db: Db,
  id: number,
  tries: number,
  label: FoundLabel & { file?: string | undefined },
): Promise<boolean> {
  const current = await lockLabelRequest(db, id)
  if (current.tracking_number === label.trackingNumber) return true
  if (current.carrier_tries !== tries || (current.carrier_state !== 'asking' && current.carrier_state !== 'unknown')) return false
  const { trackingNumber: tracking_number, trackingLink: tracking_link, file } = label
  const made = { carrier_state: 'made', tracking_status: 'label_made', tracking_text: 'Label created' }
  await giveLabel(db, current, { tracking_number, tracking_link, ...(file && { pdf_file: file }) }, made)
  await db.enqueue(
    'shipping.track',
    { request_id: id, try: tries },
    { key: `shipping.track:${id}:${tries}`, runAt: inMinutes(FIRST_TRACK_MINUTES) },
  )
  return true
}

async function endTry(db: Db, id: number, tries: number, state: 'none' | 'unknown'): Promise<void> {
  const current = await lockLabelRequest(db, id)
  if (current.carrier_tries === tries && (current.carrier_state === 'asking' || current.carrier_state === 'unknown'))
    await db.updateRows('label_requests', { id }, { carrier_state: state })
}

/** Answers 503 to an admin. The job does not need it: the queue retries. */
export const failUnavailable = (error: unknown): never => {
  if (!(error instanceof CarrierUnavailable)) throw error
  return fail('unavailable', {
    message: error.userMessage ?? 'The carrier cannot be reached now. Nothing was changed. Try again later.',
    cause: error,
  })
}

/** Answers to the admin. */
const MADE = 'The carrier has made the label.'
const NO_ANSWER = 'The carrier has not answered. The label may have been made. Check it at the carrier.'
const FOUND_WITHOUT_PDF = 'The carrier made this label, but its PDF was lost. Print it at the carrier and upload it here.'
const STILL_ASKING = 'We are still waiting for the carrier. Check again in a few minutes.'
const STILL_UNKNOWN = 'The carrier does not have this label yet. Check again in a few minutes.'
const GIVEN_UP = 'The carrier does not have this label. You can make a new one.'
const givenUpUnasked = (reference: string) =>
  `The carrier could not be asked. You can make a new label. If the first one was made, cancel it at the carrier: its reference is ${reference}.`
const lateLabel = (number: string, isCancelled: boolean) =>
  `The carrier made the label ${number} after it was given up. ${isCancelled ? 'It was cancelled at the carrier.' : 'Cancel it at the carrier.'}`

async function applyOutcome(context: CarrierContext, id: number, tries: number, outcome: LabelOutcome): Promise<string> {
  const { ports, transact } = context
  if (outcome.kind === 'made') {
    const file = await storeLabel(transact, ports, outcome.pdf)
    if (await transact((db) => acceptLabel(db, id, tries, { ...outcome, file }))) return MADE
    return cancelLateLabel(context, id, outcome.trackingNumber)
  }
  await transact((db) => endTry(db, id, tries, outcome.kind === 'refused' ? 'none' : 'unknown'))
  return outcome.kind === 'refused' ? fail('invalid', { message: outcome.userMessage }) : NO_ANSWER
}

/** An admin gave the label up before the carrier answered, and may have made another one. */
async function cancelLateLabel({ domain, ports, transact }: CarrierContext, id: number, number: string): Promise<never> {
  const isCancelled = (await ports.carrier.cancel({ domainId: domain.id, trackingNumber: number })) === 'cancelled'
  const message = lateLabel(number, isCancelled)
  const title = 'A discarded shipping label must be cancelled at the carrier'
  await transact((db) =>
    isCancelled
      ? auditRequest(db, {
          type: 'label.cancelled',
          subject: id,
          before: { tracking_number: number },
          after: { tracking_number: '' },
        })
      : notifyAdmins(db, { kind: 'purchase', title, text: message, about: null, path: `/labels/${id}` }),
  )
  return fail('conflict', { message })
}

/** Returns the message for the admin. */
export async function makeLabel(context: CarrierContext, id: number, order: LabelOrder): Promise<string> {
  const begun = await context.transact((db) => startTry(db, context.domain, id, order))
  return applyOutcome(context, id, begun.tries, await context.ports.carrier.make(begun.order))
}

const minutesSince = (moment: string | null) => (Date.now() - new Date(moment ?? 0).getTime()) / 60_000

/**
 * Looks up a label that was ordered without an answer. Returns the message for the admin. An admin may give up a label while the carrier cannot
 * be asked.
 */
export async function lookUpLabel(
  { domain, ports, transact }: CarrierContext,
  id: number,
  { giveUp = false, lookup }: { giveUp?: boolean; lookup?: number } = {},
): Promise<string> {
  const { request, search } = await transact(async (db) => {
    const locked = await lockLabelRequest(db, id)
    return { request: locked, search: await searchOf(db, domain, locked) }
  })
  const { carrier_state, carrier_tries: tries, carrier_asked_at } = request
  if (carrier_state !== 'asking' && carrier_state !== 'unknown') return 'Nothing to check. The carrier has answered.'
  // The ordering process may still get its answer, with the PDF. The job runs later.
  if (carrier_state === 'asking' && lookup === undefined && minutesSince(carrier_asked_at) < CALL_MINUTES)
    return giveUp ? fail('conflict', { message: STILL_ASKING }) : STILL_ASKING
  const orderedAt = new Date(carrier_asked_at ?? 0)
  const found = await ports.carrier.find({ ...search, orderedAt }).catch((error: unknown) => {
    if (giveUp && error instanceof CarrierUnavailable) return 'unavailable' as const
    throw error
  })
  if (found && found !== 'unavailable') {
    const file = found.pdf && (await storeLabel(transact, ports, found.pdf))
    await transact((db) => acceptLabel(db, id, tries, { ...found, file }))
    return file ? MADE : FOUND_WITHOUT_PDF
  }
  await transact((db) => endLookUp(db, request, giveUp ? 'none' : 'unknown', lookup))
  if (!giveUp) return STILL_UNKNOWN
  return found === 'unavailable' ? givenUpUnasked(search.reference) : GIVEN_UP
}

/** Ends a look-up without a label. `lookup`: of the job, which looks again later. */
export async function endLookUp(db: Db, request: CarrierTry, state: 'none' | 'unknown', lookup?: number): Promise<void> {
  await endTry(db, request.id, request.carrier_tries, state)
  if (lookup !== undefined) await askAgain(db, LOOK_UP, request, lookup + 1)
}
