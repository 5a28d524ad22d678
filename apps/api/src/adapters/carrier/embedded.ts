/**
 * A simulated carrier without an account. Its labels are marked as a simulation, and its parcels move with the clock.
 * A repeated order returns the label of the first order with the same reference.
 */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type Carrier, CarrierUnavailable, type FoundLabel, type LabelOrder, type Tracking } from '#api/platform/ports/carrier.ts'
import { drawLabelPdf } from './embedded/label.ts'

interface StoredLabel {
  tracking_number: string
  ordered: LabelOrder
  made_at: string
  cancelled_at: string | null
}

/** A URL that does not exist, because the labels are not real. */
const FAKE_TRACKING_URL = 'https://carrier.example/track/'

const selected = 'select tracking_number, ordered, made_at, cancelled_at from simulated_labels where domain_id = $1'
const byReference = async (db: Db, reference: string) =>
  (await db.rows<StoredLabel>(`${selected} and reference = $2`, [db.domainId, reference]))[0]
const byNumber = async (db: Db, number: string) =>
  (await db.rows<StoredLabel>(`${selected} and tracking_number = $2`, [db.domainId, number]))[0]

/** The status by hours after the label was made, latest first. */
const journey: [hours: number, status: Tracking['status'], description: string][] = [
  [24, 'delivered', 'Delivered'],
  [20, 'out_for_delivery', 'On vehicle for delivery'],
  [6, 'in_transit', 'In transit'],
  [2, 'picked_up', 'Picked up'],
  [0, 'label_made', 'Label created'],
]
const HOUR = 3_600_000

const stepAt = (booked: StoredLabel, now: number) => {
  const made = new Date(booked.made_at).getTime()
  const [hours, status, description] =
    journey.find(([after]) => now >= made + after * HOUR) ?? (journey.at(-1) as (typeof journey)[0])
  return { status, description, at: new Date(made + hours * HOUR) }
}

async function insertLabel(db: Db, order: LabelOrder, now: Date): Promise<StoredLabel> {
  await db.rows(
    `insert into simulated_labels (domain_id, tracking_number, reference, ordered, made_at) values ($1, $2, $3, $4, $5)
     on conflict (domain_id, reference) do nothing`,
    [db.domainId, `SIM${randomInt(10 ** 11, 10 ** 12)}`, order.reference, JSON.stringify(order), now.toISOString()],
  )
  return (await byReference(db, order.reference)) as StoredLabel
}

interface Options {
  /** The application role. */
  pool: pg.Pool
  now?: () => number
  /** Start of the tracking links; the tracking number is appended. */
  trackingUrl?: string | undefined
}

export function embeddedCarrier({ pool, now = Date.now, trackingUrl = FAKE_TRACKING_URL }: Options): Carrier {
  const madeOf = ({ tracking_number }: StoredLabel) => ({
    trackingNumber: tracking_number,
    trackingLink: `${trackingUrl}${tracking_number}`,
  })
  const query = async <T>(domainId: number, work: (db: Db) => Promise<T>) => {
    try {
      return await inDomain(pool, domainId, work)
    } catch (cause) {
      throw new CarrierUnavailable('The label simulator cannot reach its database', { cause })
    }
  }
  return {
    async make(order) {
      const missing = [order.from, order.to].some(({ address1, city, country }) => !address1 || !city || !country)
      if (missing) return { kind: 'refused', code: 'address', userMessage: 'An address is incomplete.' }
      try {
        const booked = await query(order.domainId, (db) => insertLabel(db, order, new Date(now())))
        return { kind: 'made', ...madeOf(booked), pdf: await drawLabelPdf(booked.ordered, madeOf(booked)) }
      } catch (cause) {
        return { kind: 'unknown', code: 'unavailable', cause }
      }
    },
    async find({ domainId, reference }): Promise<FoundLabel | undefined> {
      const booked = await query(domainId, (db) => byReference(db, reference))
      if (!booked || booked.cancelled_at) return undefined
      return { ...madeOf(booked), pdf: await drawLabelPdf(booked.ordered, madeOf(booked)) }
    },
    async cancel({ domainId, trackingNumber }) {
      const at = now()
      const cancelled = await query(domainId, async (db) => {
        const booked = await byNumber(db, trackingNumber)
        if (booked?.cancelled_at) return true
        if (!booked || stepAt(booked, at).status !== 'label_made') return false
        const text = 'update simulated_labels set cancelled_at = $3 where domain_id = $1 and tracking_number = $2'
        await db.rows(text, [domainId, trackingNumber, new Date(at).toISOString()])
        return true
      }).catch(() => undefined)
      return cancelled === undefined ? 'unknown' : cancelled ? 'cancelled' : 'too_late'
    },
    async track({ domainId, trackingNumber }) {
      const booked = await query(domainId, (db) => byNumber(db, trackingNumber))
      if (!booked) return undefined
      if (booked.cancelled_at) return { status: 'cancelled', description: 'Cancelled', at: new Date(booked.cancelled_at) }
      return stepAt(booked, now())
    },
  }
}
