/** Customers and their saved cards. Only brand, last four digits, expiry and zip are stored. */
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { CardOutcome, CardSource, SavedCard } from '#api/platform/ports/payments.ts'
import { isExpired, isReference } from '../order-rules.ts'
import { type CheckedCard, checkCard } from './card-check.ts'
import { reasonOf } from './reasons.ts'
import { isId } from './simulated-transactions.ts'
import type { Simulator } from './simulator.ts'

const MAX_CARDS = 10

interface CardRow {
  id: string
  brand: string
  last4: string
  holder: string
  expiry: string
  zip: string
}

const selected =
  'select id::text, brand, last4, holder, expiry, zip from gateway_sim.sim_cards where domain_id = $1 and customer_id = $2 and deleted_at is null'

const cardsOf = (db: Db, customerId: string) => db.rows<CardRow>(`${selected} order by id`, [db.domainId, customerId])

/** The card, if it exists and belongs to this customer. */
export const findCard = async (db: Db, customerId: string, cardId: string) => {
  if (!isId(customerId) || !isId(cardId)) return undefined
  return (await db.rows<CardRow>(`${selected} and id = $3`, [db.domainId, customerId, cardId]))[0]
}

const toSavedCard = (row: CardRow, now: Date): SavedCard => ({
  cardId: row.id,
  brand: row.brand,
  last4: row.last4,
  holder: row.holder,
  expiry: row.expiry,
  expired: isExpired(row.expiry, now),
})

export const ensureCustomer = async (sim: Simulator, domainId: number, reference: string) => {
  if (!isReference(reference)) throw new RangeError('A customer reference is 1 to 20 printable characters')
  return await inDomain(sim.pool, domainId, async (db) => {
    // `do nothing` would return no row for an existing customer, so the update writes the same value back.
    const rows = await db.rows<{ id: string }>(
      `insert into gateway_sim.sim_customers (domain_id, reference) values ($1, $2)
       on conflict (domain_id, reference) do update set reference = excluded.reference returning id::text`,
      [domainId, reference],
    )
    return { customerId: rows[0]?.id ?? '' }
  })
}

export const listCards = async (sim: Simulator, domainId: number, customerId: string) => {
  if (!isId(customerId)) return []
  const rows = await inDomain(sim.pool, domainId, (db) => cardsOf(db, customerId))
  return rows.map((row) => toSavedCard(row, sim.now()))
}

interface CardOwner {
  zip: string
  holder: string
}

/** Saves the card. A saved card with the same zip only gets the new expiry. The row lock serialises calls for one customer. */
const saveCard = async (
  sim: Simulator,
  db: Db,
  customerId: string,
  card: CheckedCard,
  { zip, holder }: CardOwner,
): Promise<CardOutcome> => {
  const customer = await db.rows('select 1 from gateway_sim.sim_customers where domain_id = $1 and id = $2 for update', [
    db.domainId,
    customerId,
  ])
  if (customer.length === 0) return { kind: 'rejected', ...reasonOf('E00040') }
  const cards = await cardsOf(db, customerId)
  const same = cards.find((row) => row.brand === card.brand && row.last4 === card.last4 && row.zip === zip)
  if (same) {
    await db.rows('update gateway_sim.sim_cards set expiry = $3 where domain_id = $1 and id = $2', [
      db.domainId,
      same.id,
      card.expiry,
    ])
    return { kind: 'saved', card: toSavedCard({ ...same, expiry: card.expiry }, sim.now()) }
  }
  if (cards.length >= MAX_CARDS) return { kind: 'full', ...reasonOf('E00042') }
  const rows = await db.rows<CardRow>(
    `insert into gateway_sim.sim_cards (domain_id, customer_id, brand, last4, expiry, zip, holder)
     values ($1, $2, $3, $4, $5, $6, $7)
     returning id::text, brand, last4, holder, expiry, zip`,
    [db.domainId, customerId, card.brand, card.last4, card.expiry, zip, holder],
  )
  const [row] = rows
  if (!row) throw new Error('The saved card cannot be read')
  return { kind: 'saved', card: toSavedCard(row, sim.now()) }
}

export const addCard = async (
  sim: Simulator,
  query: { domainId: number; customerId: string; source: Exclude<CardSource, { kind: 'saved' }> },
): Promise<CardOutcome> => {
  const { domainId, customerId, source } = query
  if (source.kind === 'nonce') return { kind: 'rejected', ...reasonOf('E00114') }
  const card = checkCard(source.card, sim.now())
  if ('reason' in card) return { kind: 'declined', ...reasonOf(card.reason) }
  const zip = source.billTo.zip.trim()
  if (zip.length > 20) return { kind: 'rejected', ...reasonOf('E00015') }
  if (!isId(customerId)) return { kind: 'rejected', ...reasonOf('E00040') }
  const holder = `${source.billTo.firstName} ${source.billTo.lastName}`.trim()
  return await inDomain(sim.pool, domainId, (db) => saveCard(sim, db, customerId, card, { zip, holder }))
}

export const deleteCard = async (sim: Simulator, domainId: number, customerId: string, cardId: string) => {
  if (!isId(customerId) || !isId(cardId)) return
  await inDomain(sim.pool, domainId, (db) =>
    db.rows(
      'update gateway_sim.sim_cards set deleted_at = $4 where domain_id = $1 and customer_id = $2 and id = $3 and deleted_at is null',
      [domainId, customerId, cardId, sim.now().toISOString()],
    ),
  )
}
