/** Orders to ship, and shipped ones. Admins see all orders, labs those of vials of their patients. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import type { OrderFilter, OrderRow } from '@vialdesk/contract/care/orders'
import { productIds } from '@vialdesk/contract/money/products'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type List, type LongList, readList, rowsOf } from '#api/db/list-pages.ts'
import { embed, sumOfTallies } from '#api/db/paging.ts'
import { pageByDayTallies } from '#api/db/paging-by-days.ts'
import { orderOf, type SortValues } from '#api/db/sorted-paging.ts'
import { centerOf, firstOf, personOf } from '#api/db/user-sql.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** A literal, because the index of orders of vials is partial. */
const VIALS = sql.lit(productIds.vials)

const selectOrders = (db: Db) => db.selectFrom('transactions as t').where('t.domain_id', '=', db.domainId)

/** The orders that the viewer may see. A lab sees neither supplies nor orders of patients of other labs. */
export function selectVisibleOrders(db: Db, viewer: Viewer) {
  const orders = selectOrders(db).where('t.ships', '=', true)
  if (viewer.role === 'admin') return orders
  const patients = db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where(patientsSeenBy(viewer))
  return orders.where(sql<SqlBool>`t.product_id = ${VIALS}`).where('t.patient_id', 'in', patients)
}

/** All invoices begin with `V-`, so this prefix would be searched in every sale. */
const withoutInvoicePrefix = (entered: string) => entered.replace(/(?<![\p{L}\p{N}])v-(?=\d)/giu, '')

const sortValues: SortValues<'date' | 'asked'> = {
  date: { value: 't.day' },
  asked: { value: 't.shipping_date', nullable: true },
}

/** All orders of the filter. */
function selectFound(db: Db, viewer: Viewer, { state, kind, search }: Omit<OrderFilter, keyof Paging | 'sort'>) {
  let found = selectVisibleOrders(db, viewer).where(sql<SqlBool>`t.order_state = ${sql.lit(state)}`)
  if (kind) found = found.where('t.product_id', kind === 'vials' ? '=' : '<>', productIds.vials)
  if (search)
    found = found.where(sql<SqlBool>`t.search @@ (select search_query(${db.domainId}, ${withoutInvoicePrefix(search)}))`)
  return found
}

function listOrders(db: Db, viewer: Viewer, { sort, ...filter }: OrderFilter): List {
  const { state, kind, search } = filter
  const found = embed(selectFound(db, viewer, filter).selectAll('t').compile())
  return {
    matches: rowsOf('t.id', (bind) => `(${found(bind)}) t`),
    order: orderOf(sort, sortValues),
    ownOrder:
      state === 'to_ship'
        ? { columns: ', coalesce(t.shipping_date, t.day) as due', order: 'due, id' }
        : { columns: ', t.day', order: 'day desc, id desc' },
    long: viewer.role === 'admin' && state === 'shipped' && !search ? shippedOrders(kind) : undefined,
  }
}

/** All shipped orders: as many as sales, so they are counted by their tallies. */
function shippedOrders(kind: OrderFilter['kind']): LongList {
  const ofKind = kind ? `and t.product_id ${kind === 'vials' ? '=' : '<>'} ${productIds.vials}` : ''
  const key = kind ? `shipped|${kind}` : 'shipped'
  const rows = () => `transactions t where t.domain_id = $1 and t.order_state = 'shipped' ${ofKind}`
  return {
    page: (paging) => pageByDayTallies({ days: 'orders', months: 'order_months', key, rows }, paging),
    inOrder: { count: (bind) => sumOfTallies('order_months', `key = ${bind(key)}`), id: 't.id', rows },
  }
}

const SHIPMENTS = `(
  select coalesce(json_agg(json_build_object(
    'id', s.id,
    'quantity', s.quantity,
    'shipped_on', s.shipped_on,
    'tracking_number', s.tracking_number,
    'tracking_link', s.tracking_link,
    'note', s.note,
    'corrected', exists (
      select from shipment_versions v where v.domain_id = s.domain_id and v.shipment_id = s.id)
    ) order by s.id), '[]')
  from shipments s
  where s.domain_id = t.domain_id and s.transaction_id = t.id)`

const selectRows = (condition: string) => `
  select
    t.id,
    t.invoice_id,
    t.date,
    t.order_state as state,
    case when t.product_id = ${productIds.vials} then 'vials' else 'supplies' end as kind,
    p.name as product,
    t.quantity,
    t.shipped_quantity,
    case when patient.id is not null then ${personOf('patient')} end as patient,
    ${centerOf('center')} as center,
    t.shipping as ship_to,
    coalesce(
      nullif(a.order_data->>'phone', ''), nullif(center.phone_number, ''), patient.phone_number, ''
    ) as phone,
    t.shipping_date,
    ${SHIPMENTS} as shipments
  from transactions t
  join products p on p.domain_id = t.domain_id and p.id = t.product_id
  left join checkout_attempts a on a.domain_id = t.domain_id and a.id = t.attempt_id
  left join users patient on patient.domain_id = t.domain_id and patient.id = t.patient_id
  left join users center on center.domain_id = t.domain_id
    and center.id = ${firstOf('t.harvest_center_id', 't.referral_harvest_center_id')}
  where t.domain_id = $1 and ${condition}`

/** The orders that are still to be sent are few, so they are added up. Of a shipped order nothing is left. */
async function sumLeftToShip(db: Db, viewer: Viewer, filter: OrderFilter): Promise<number> {
  if (filter.state === 'shipped') return 0
  const { left } = await selectFound(db, viewer, filter)
    .select(sql<number>`coalesce(sum(t.quantity - t.shipped_quantity), 0)::integer`.as('left'))
    .executeTakeFirstOrThrow()
  return left
}

export async function findOrders(db: Db, viewer: Viewer, filter: OrderFilter) {
  const page = await readList<OrderRow>(db, listOrders(db, viewer, filter), filter, selectRows('t.id = any(page.ids)'))
  return { ...page, left_to_ship: await sumLeftToShip(db, viewer, filter) }
}

/** The caller has made sure that the viewer may see the order. */
export async function getOrder(db: Db, id: number): Promise<OrderRow> {
  const [order] = await db.rows<OrderRow>(selectRows('t.id = $2'), [db.domainId, id])
  return order ?? fail('not_found')
}

/** An order with its parcels; not_found unless the viewer may see it. */
export async function getVisibleOrder(db: Db, viewer: Viewer, id: number): Promise<OrderRow> {
  const seen = await selectVisibleOrders(db, viewer).select('t.id').where('t.id', '=', id).executeTakeFirst()
  return seen ? getOrder(db, id) : fail('not_found')
}

/** The number of orders that the viewer may ship. */
export async function countOrdersToShip(db: Db, viewer: Viewer): Promise<number> {
  if (viewer.role === 'admin') {
    const text = `select ${sumOfTallies('orders', `key = 'to_ship'`)} as n`
    const [row] = await db.rows<{ n: number }>(text, [db.domainId])
    return row?.n ?? 0
  }
  const { n } = await selectVisibleOrders(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(sql<SqlBool>`t.order_state = 'to_ship'`)
    .executeTakeFirstOrThrow()
  return n
}

/** Locks an order until the transaction ends; not_found unless the viewer may see it. The parts that a shipment needs. */
export async function lockOrder(db: Db, viewer: Viewer, id: number) {
  const order = await selectVisibleOrders(db, viewer)
    .select(['t.id', 't.invoice_id', 't.product_id', 't.quantity', 't.shipped_quantity', 't.order_state', 't.patient_id'])
    .select(['t.payer_id', 't.harvest_center_id', 't.referral_harvest_center_id', 't.shipping'])
    .where('t.id', '=', id)
    .forNoKeyUpdate('t')
    .executeTakeFirst()
  return order ?? fail('not_found')
}
export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>
