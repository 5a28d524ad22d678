/** Helpers for tests of the dashboards. */
import type { Stage } from '@vialdesk/contract/people/patients'
import type { Db } from '#api/db/db.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

/** The first day of the month `months` ago, in the domain's time zone. */
export async function monthBack({ owner }: TestPortal, months: number): Promise<string> {
  const { rows } = await owner.query(
    `select (date_trunc('month', now() at time zone 'America/New_York') - make_interval(months => $1))::date as day`,
    [months],
  )
  return rows[0].day
}

/** The counts of the stages that have patients. */
export const stagesOf = (dashboard: { patients_by_stage: { stage: Stage; count: number }[] }) =>
  Object.fromEntries(dashboard.patients_by_stage.filter((each) => each.count > 0).map((each) => [each.stage, each.count]))

/** A payment attempt. */
export async function createAttempt(db: Db, user_id: number, id: string, status: string): Promise<void> {
  const { domainId: domain_id } = db
  await db.insertInto('invoices').values({ domain_id, id, user_id }).execute()
  await db
    .insertInto('checkout_attempts')
    .values({
      domain_id,
      user_id,
      invoice_id: id,
      attempt_no: 1,
      ref_id: id,
      kind: 'product',
      request_hash: Buffer.from('hash'),
      status,
      amount_cents: 12_345,
      order_data: '{"product_id": 1}',
      gateway: 'embedded',
      lease_until: '2026-03-01T00:00:00Z',
      ...(status === 'review' && { review_note: 'Nobody knows.' }),
    })
    .execute()
}
