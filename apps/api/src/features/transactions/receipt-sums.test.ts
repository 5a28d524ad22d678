/** Whatever is edited, refunded and raced: the lines of a receipt add up, and everything that speaks of the money of a sale agrees. */
import { toCents } from '@vialdesk/contract/base/primitives'
import { productIds } from '@vialdesk/contract/money/products'
import { saleLines } from '@vialdesk/contract/money/sale-lines'
import { paidOf } from '@vialdesk/contract/money/sale-money'
import type { Transaction, TransactionTotals } from '@vialdesk/contract/money/transactions'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuyer } from '#api/features/checkout/checkout.fixture.ts'
import { createRate } from '#api/features/commissions/commissions.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { buy, moneyOf, refundForm, settleCharges } from './refunds/refunds.fixture.ts'
import { createSale } from './transactions.fixture.ts'

let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

type Buyer = Awaited<ReturnType<typeof createBuyer>>
type Bought = Awaited<ReturnType<typeof buy>>

/** A new center buys a processing fee: $3,500 with $150 for shipping. Its rep earns ten percent. */
async function sell() {
  const buyer = await createBuyer(portal)
  await portal.seed((db) => createRate(db, { user_id: buyer.rep }))
  return { buyer, bought: await buy(buyer) }
}

const editBy = (client: TestClient, { id }: Bought, values: object) =>
  client.patch(`/api/v1/transactions/${id}/`, { transaction_note: 'Agreed by phone', ...values })
const refundBy = (client: TestClient, { id }: Bought, values: object) =>
  client.post(`/api/v1/transactions/${id}/refund/`, refundForm(values))
const receiptOf = async (client: TestClient, { id }: Bought): Promise<Transaction> =>
  (await client.get(`/api/v1/transactions/${id}/`)).json()
const centsOf = (amounts: number[]) => amounts.reduce((sum, each) => sum + toCents(each), 0)
const linesOf = (sale: Transaction) =>
  saleLines(sale).map((line) => [line.kind === 'product' || line.kind === 'extra' ? line.label : line.kind, line.amount])

async function expectReceipt(client: TestClient, bought: Bought): Promise<Transaction> {
  const sale = await receiptOf(client, bought)
  const lines = saleLines(sale)
  expect(centsOf(lines.map(({ amount }) => amount))).toBe(toCents(sale.net_amount))
  expect(sale.net_amount).toBeGreaterThanOrEqual(0)
  expect(sale.charged_product_id).toBe(productIds.processing_fee)
  expect(lines[0]).toMatchObject({ kind: 'product', label: 'New Patient Processing Fee', quantity: 1, amount: 3500 })
  const corrections = lines.filter(({ kind }) => kind === 'correction').map(({ amount }) => amount)
  expect(centsOf([sale.charged_amount, ...corrections])).toBe(toCents(sale.amount))
  const { given_back, voided } = await moneyOf(portal, bought)
  expect(toCents(paidOf(sale))).toBe(voided ? 0 : 365_000 - given_back)
  return sale
}

/** Totals, export, revenue and commissions of the only sale of a rep. */
async function expectAgreement({ rep }: Buyer, sale: Transaction): Promise<void> {
  const totals: TransactionTotals = (await admin.get(`/api/v1/transactions/totals/?sales_rep_id=${rep}`)).json()
  const { amount, charged_amount, refunded_amount, net_amount, quantity } = sale
  expect(totals).toEqual({ count: 1, quantity, amount, charged_amount, refunded_amount, net_amount })
  const answer = await admin.get(`/api/v1/transactions/export-csv/?sales_rep_id=${rep}`)
  const [row]: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
  const cell = (name: string) => toCents(Number(row?.[`${name} (USD)`]))
  expect(cell('Charged') + cell('Corrections') - cell('Refunded')).toBe(cell('Total'))
  expect([cell('Total'), cell('Paid')]).toEqual([toCents(net_amount), toCents(paidOf(sale))])
  const { rows } = await portal.owner.query(
    `select
       (select coalesce(sum(cents), 0)::int from commission_entries where user_id = $1) as commission,
       (select sum(net_cents)::int from transaction_sums where list = 'transaction_months' and key = 'rep:' || $1::bigint) as revenue`,
    [rep],
  )
  const value = Math.max(0, toCents(net_amount) - 15_000)
  expect(rows[0]).toEqual({ commission: Math.floor((value * 1000 + 5000) / 10_000), revenue: toCents(net_amount) })
}

test('a correction is a line of its own, and what was sold and paid stays as it was', async () => {
  const { buyer, bought } = await sell()
  await editBy(admin, bought, { amount: 100 })
  await editBy(admin, bought, { quantity: 5, commission_paid: true })
  const sold = [
    ['New Patient Processing Fee', 3500],
    ['Shipping Fee', 150],
  ]
  for (const client of [admin, buyer.caller, await portal.as(buyer.rep)]) {
    const sale = await expectReceipt(client, bought)
    expect(linesOf(sale)).toEqual([...sold, ['correction', -3550], ['correction', 0]])
    expect(saleLines(sale)[3]).toMatchObject({ changes: ['Quantity 1 → 5'], note: 'Agreed by phone' })
    expect([sale.net_amount, paidOf(sale), sale.charged_amount]).toEqual([100, 3650, 3650])
  }
  await settleCharges(portal)
  await refundBy(admin, bought, { amount: 3550 })
  const settled = await expectReceipt(buyer.caller, bought)
  const corrections = [
    ['correction', -3550],
    ['correction', 0],
  ]
  expect(linesOf(settled)).toEqual([...sold, ...corrections, ['refund', -3550], ['Correction settled by the refund', 3550]])
  expect([settled.net_amount, paidOf(settled)]).toEqual([100, 100])
  await expectAgreement(buyer, settled)
})

test('a receipt names the party whose card was charged', async () => {
  const sales = await portal.seed(async (db) => {
    const center = await createCenter(db)
    const referral = await createUser(db, 'referral_harvest_center')
    const patient = await createPatient(db, { harvest_center_id: center })
    const ties = { harvest_center_id: center, referral_harvest_center_id: referral, patient_id: patient }
    return {
      patient: await createSale(db, { ...ties, payer_id: patient, invoice_id: 'B-1' }),
      harvest_center: await createSale(db, { ...ties, payer_id: center, invoice_id: 'B-2' }),
      referral_harvest_center: await createSale(db, { ...ties, payer_id: referral, invoice_id: 'B-3' }),
    }
  })
  for (const [buyer, id] of Object.entries(sales))
    expect((await admin.get(`/api/v1/transactions/${id}/`)).json()).toMatchObject({ id, buyer })
})

const money = fc.integer({ min: 0, max: 500_000 }).map((cents) => cents / 100)
const step = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), amount: money }),
  fc.record({ do: fc.constant('edit' as const), amount: money, quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('edit' as const), product_id: fc.constantFrom(1, 3, 4), quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('refund' as const), amount: money }),
  fc.record({ do: fc.constant('void' as const) }),
)
const run = (bought: Bought, { do: action, ...values }: typeof step extends fc.Arbitrary<infer Step> ? Step : never) =>
  action === 'edit' ? editBy(admin, bought, values) : refundBy(admin, bought, { kind: action, ...values })

const oneByOne = async (runs: (() => Promise<unknown>)[]) => {
  for (const each of runs) await each()
}

test.each([
  ['one after the other', oneByOne],
  ['at once', async (runs: (() => Promise<unknown>)[]) => void (await Promise.all(runs.map((each) => each())))],
])('lines + corrections - refunds = total, for changes %s', async (_how, inOrder) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), fc.boolean(), async (steps, isSettled) => {
      const { buyer, bought } = await sell()
      if (isSettled) await settleCharges(portal)
      await inOrder(steps.map((each) => () => run(bought, each)))
      await expectAgreement(buyer, await expectReceipt(buyer.caller, bought))
    }),
    { numRuns: 3 },
  )
})
