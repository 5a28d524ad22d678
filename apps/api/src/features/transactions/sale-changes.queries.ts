/** SQL for the edits and the refunds of a sale `t`, as JSON. */
import { displayNameOf } from '#api/db/user-sql.ts'

/** The name of the admin; with the name of the person who really acted, if that is another one. */
const whoOf = (alias: string) => `(
  select concat(${displayNameOf('i')} || ' as ', ${displayNameOf('u')})
  from users u
  left join users i on i.domain_id = u.domain_id and i.id = ${alias}.impersonator_id
  where u.domain_id = ${alias}.domain_id and u.id = ${alias}.user_id)`

const historyOf = (fields: string) => `(
  select coalesce(json_agg(json_build_object(
    'note', h.note,
    'date', h.at,
    'correction', (h.correction_cents / 100.0)::float8,
    ${fields}) order by h.id desc), '[]')
  from transaction_history h
  where h.domain_id = t.domain_id and h.transaction_id = t.id)`

/** What was sold, and for how much. The other changed fields name people. */
const ofReceipt = (column: string) => `(
  select coalesce(json_object_agg(f.key, f.value), '{}')
  from jsonb_each(h.${column}) f
  where f.key in ('product', 'quantity', 'amount'))`

/** Newest first. */
export const PUBLIC_HISTORY = historyOf(`'before', ${ofReceipt('before')}, 'after', ${ofReceipt('after')}`)
export const HISTORY = historyOf(`'who', ${whoOf('h')}, 'before', h.before, 'after', h.after`)

/** A row `r` of refunds. */
export const REFUND = `json_build_object(
  'id', r.id,
  'kind', r.kind,
  'amount', (r.amount_cents / 100.0)::float8,
  'status', r.status,
  'note', r.note,
  'message', r.message,
  'date', r.created_at,
  'who', ${whoOf('r')})`

/** Oldest first, as a receipt lists them. */
export const GIVEN_BACK = `(
  select coalesce(json_agg(json_build_object(
    'kind', r.kind,
    'amount', (r.amount_cents / 100.0)::float8,
    'date', r.finished_at) order by r.finished_at, r.id), '[]')
  from refunds r
  where r.domain_id = t.domain_id and r.transaction_id = t.id and r.status = 'done')`

/** Newest first. */
export const REFUNDS = `(
  select coalesce(json_agg(${REFUND} order by r.created_at desc, r.id), '[]')
  from refunds r
  where r.domain_id = t.domain_id and r.transaction_id = t.id)`
