/** Finds parcels by their tracking number: label requests, shipments of orders, and shipped vial entries. */
import { RESULTS_PER_KIND, type SearchKind, type SearchResult } from '@vialdesk/contract/people/search'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { selectVisibleOrders } from '#api/features/orders/orders.queries.ts'
import { labelRequestsSeenBy, patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { selectSales, toSale } from './records.queries.ts'
import { searchPolicy } from './search.policy.ts'

/** Labels of one carrier begin alike, so a shorter text is not searched as a beginning. */
const LONG_PREFIX = 8
/**
 * Rows with the same beginning that are compared with the rights of the viewer: those with the highest numbers, which are mostly the newest.
 * The index has this order. For an order by id, PostgreSQL would read the table backwards until it finds the number.
 */
const MAX_CANDIDATES = 1000

interface Parcel {
  /** The letters and digits of the tracking number. */
  from: string
  to: string
}

function parcelOf(search: string): Parcel | undefined {
  const from = search.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  // Exactly this number, or numbers that begin so.
  return from.length < 4 ? undefined : { from, to: from.length < LONG_PREFIX ? `${from} ` : `${from}~` }
}

const hasNumber = (table: string, { from, to }: Parcel) => {
  const key = sql.raw(`${table}.tracking_key`)
  return sql<SqlBool>`(${key} >= ${from} collate "C" and ${key} < ${to} collate "C" and ${key} <> '')`
}

async function findLabels(db: Db, viewer: Viewer, parcel: Parcel): Promise<SearchResult[]> {
  const candidates = db
    .selectFrom('label_requests as r')
    .selectAll('r')
    .where('r.domain_id', '=', db.domainId)
    .where(hasNumber('r', parcel))
    .orderBy('r.tracking_key', 'desc')
    .limit(MAX_CANDIDATES)
  const labels = await db
    .selectFrom(candidates.as('r'))
    .innerJoin('users as c', (join) => join.onRef('c.domain_id', '=', 'r.domain_id').onRef('c.id', '=', 'r.center_id'))
    .select(['r.id', 'r.tracking_number', 'c.company'])
    .where(labelRequestsSeenBy(viewer))
    .orderBy('r.id', 'desc')
    .limit(RESULTS_PER_KIND)
    .execute()
  return labels.map(({ id, tracking_number, company }) => ({
    kind: 'label',
    key: String(id),
    title: tracking_number,
    context: ['Shipping label', company].filter(Boolean).join(' · '),
    patient_id: null,
  }))
}

const shipmentsOf = (db: Db, parcel: Parcel) =>
  db
    .selectFrom('shipments as s')
    .select(['s.transaction_id', 's.tracking_number'])
    .where('s.domain_id', '=', db.domainId)
    .where(hasNumber('s', parcel))
    .orderBy('s.tracking_key', 'desc')
    .limit(MAX_CANDIDATES)

/** A buyer opens the receipt of a parcel. */
async function findSalesOfParcel(db: Db, viewer: Viewer, parcel: Parcel): Promise<SearchResult[]> {
  const shipments = db.selectFrom(shipmentsOf(db, parcel).as('s')).select('s.transaction_id')
  const sales = await selectSales(db, viewer).where('t.id', 'in', shipments).execute()
  return sales.map(toSale)
}

async function findOrders(db: Db, viewer: Viewer, parcel: Parcel): Promise<SearchResult[]> {
  const orders = await selectVisibleOrders(db, viewer)
    .innerJoin(shipmentsOf(db, parcel).as('s'), 's.transaction_id', 't.id')
    .leftJoin('users as u', (join) => join.onRef('u.domain_id', '=', 't.domain_id').onRef('u.id', '=', 't.patient_id'))
    .select(['t.id', 't.invoice_id', 't.patient_id', 's.tracking_number'])
    .select(sql<string>`coalesce(${sql.raw(displayNameOf('u'))}, '')`.as('patient'))
    .limit(RESULTS_PER_KIND)
    .execute()
  return orders.map(({ id, invoice_id, patient_id, tracking_number, patient }) => ({
    kind: 'order',
    key: String(id),
    title: tracking_number,
    context: [`Order ${invoice_id}`, patient].filter(Boolean).join(' · '),
    patient_id,
  }))
}

async function findVialEntries(db: Db, viewer: Viewer, parcel: Parcel): Promise<SearchResult[]> {
  const candidates = db
    .selectFrom('vial_entries as e')
    .select(['e.id', 'e.user_id', 'e.tracking_id'])
    .where('e.domain_id', '=', db.domainId)
    .where(hasNumber('e', parcel))
    .orderBy('e.tracking_key', 'desc')
    .limit(MAX_CANDIDATES)
  const entries = await db
    .selectFrom(candidates.as('e'))
    .innerJoin('users', (join) => join.onRef('users.id', '=', 'e.user_id').on('users.domain_id', '=', db.domainId))
    .select(['e.user_id', 'e.tracking_id', sql<string>`${sql.raw(displayNameOf('users'))}`.as('patient')])
    .where(patientsSeenBy(viewer))
    .orderBy('e.id', 'desc')
    .limit(RESULTS_PER_KIND)
    .execute()
  return entries.map(({ user_id, tracking_id, patient }) => ({
    kind: 'vial_entry',
    key: String(user_id),
    title: tracking_id,
    context: ['Vials', patient].filter(Boolean).join(' · '),
    patient_id: user_id,
  }))
}

export async function findParcels(db: Db, viewer: Viewer, search: string): Promise<SearchResult[]> {
  const parcel = parcelOf(search)
  if (!parcel) return []
  const sees = (kind: SearchKind) => searchPolicy.sees(viewer, 'kind', kind)
  const ofOrders = sees('order') ? findOrders : sees('sale') && findSalesOfParcel
  return [
    ...(ofOrders ? await ofOrders(db, viewer, parcel) : []),
    ...(sees('label') ? await findLabels(db, viewer, parcel) : []),
    ...(sees('vial_entry') ? await findVialEntries(db, viewer, parcel) : []),
  ]
}
