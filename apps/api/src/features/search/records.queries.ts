/** Finds sales by their invoice id, and vials by their code. Each is looked up in an index. */
import { formatDollars } from '@vialdesk/contract/base/primitives'
import { formatVialCode, normalizeVialCode } from '@vialdesk/contract/care/vial-codes'
import { RESULTS_PER_KIND, type SearchResult } from '@vialdesk/contract/people/search'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { displayNameOf, firstOf } from '#api/db/user-sql.ts'
import { patientsSeenBy, salesSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { searchPolicy } from './search.policy.ts'

/** Invoice ids are written as `V-000123`. People also enter the number alone. */
function invoiceIdsOf(search: string): string[] {
  const entered = search.trim().toUpperCase()
  const digits = entered.match(/^(?:V-?|#)?(\d{1,12})$/)?.[1]
  return digits === undefined ? [entered] : [entered, `V-${digits.padStart(6, '0')}`]
}

/** The patient is named to those who see the sale and open its receipt: sales roles do not. */
export function selectSales(db: Db, viewer: Viewer) {
  return db
    .selectFrom('transactions as t')
    .innerJoin('products as p', (join) => join.onRef('p.domain_id', '=', 't.domain_id').onRef('p.id', '=', 't.product_id'))
    .leftJoin('users as u', (join) => join.onRef('u.domain_id', '=', 't.domain_id').onRef('u.id', '=', 't.patient_id'))
    .leftJoin('users as c', (join) =>
      join
        .onRef('c.domain_id', '=', 't.domain_id')
        .on('c.id', '=', sql.raw<number>(firstOf('t.harvest_center_id', 't.referral_harvest_center_id'))),
    )
    .select([
      't.id',
      't.invoice_id',
      't.amount_cents',
      't.charged_cents',
      't.patient_id',
      'p.name as product',
      sql<string>`coalesce(${sql.raw(displayNameOf('u'))}, '')`.as('patient'),
      // A center knows its own sales.
      sql<string>`case when c.id = ${viewer.id} then '' else coalesce(c.company, '') end`.as('center'),
    ])
    .where('t.domain_id', '=', db.domainId)
    .where(salesSeenBy(viewer))
    .limit(RESULTS_PER_KIND)
}
type FoundSale = Awaited<ReturnType<ReturnType<typeof selectSales>['execute']>>[number]

/** With what was charged, where a correction makes them differ. */
function moneyText({ amount_cents, charged_cents }: Pick<FoundSale, 'amount_cents' | 'charged_cents'>): string {
  const amount = formatDollars(amount_cents)
  return amount_cents === charged_cents ? amount : `${amount} (charged ${formatDollars(charged_cents)})`
}

export const toSale = ({ id, invoice_id, patient_id, product, patient, center, ...money }: FoundSale): SearchResult => ({
  kind: 'sale',
  key: String(id),
  title: `Invoice ${invoice_id}`,
  context: [moneyText(money), product, patient, center].filter(Boolean).join(' · '),
  patient_id,
})

export async function findSales(db: Db, viewer: Viewer, search: string): Promise<SearchResult[]> {
  if (!searchPolicy.sees(viewer, 'kind', 'sale')) return []
  const sales = await selectSales(db, viewer)
    .where(sql<boolean>`t.invoice_id = any(${invoiceIdsOf(search)}::text[])`)
    .execute()
  return sales.map(toSale)
}

const VIAL_PREFIX = /^[0-9A-HJKMNP-TV-Z]{4,12}$/
/** Codes are random: four characters leave few vials. A short text without a digit is rather a name: `nora` would be read as N0RA. */
const isVialPrefix = (text: string, code: string) => VIAL_PREFIX.test(code) && (/\d/.test(text) || code.length >= 6)

const sentence = (state: string) => (state.charAt(0).toUpperCase() + state.slice(1)).replaceAll('_', ' ')

export async function findVials(db: Db, viewer: Viewer, search: string): Promise<SearchResult[]> {
  const text = search.trim().replace(/^https?:\/\/\S*\//i, '')
  const code = normalizeVialCode(text)
  if (!(searchPolicy.sees(viewer, 'kind', 'vial') && isVialPrefix(text, code))) return []
  const vials = await db
    .selectFrom('vials as v')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'v.domain_id').onRef('users.id', '=', 'v.user_id'))
    .select(['v.code', 'v.state', 'v.user_id', sql<string>`${sql.raw(displayNameOf('users'))}`.as('patient')])
    .where('v.domain_id', '=', db.domainId)
    .where('v.code', '>=', code)
    .where('v.code', '<', `${code}~`)
    .where(patientsSeenBy(viewer))
    .orderBy('v.code')
    .limit(RESULTS_PER_KIND)
    .execute()
  return vials.map(({ code: found, state, user_id, patient }) => ({
    kind: 'vial',
    key: found,
    title: formatVialCode(found),
    context: [sentence(state), patient].filter(Boolean).join(' · '),
    patient_id: user_id,
  }))
}
