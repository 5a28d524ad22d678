/** At whatever step the process is killed, the restart gives the money back exactly once, or never if the request was not saved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBuyer } from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { killPortal } from '#api/testing/kill-portal.ts'
import type { KilledPortalOrder } from '#api/testing/killed-portal.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { buy, makeRefundsDue, moneyOf, refundForm, settleCharges } from './refunds.fixture.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  adminId = await portal.seed((db) => createUser(db, 'admin'))
})
afterAll(() => portal.close())

const kinds = {
  refund: {
    form: refundForm({ amount: 1000 }),
    done: { given_back: 100_000, voided: false, refunded: 100_000, marked_void: false, states: ['done'] },
  },
  void: {
    form: refundForm({ kind: 'void' }),
    done: { given_back: 0, voided: true, refunded: 365_000, marked_void: true, states: ['done'] },
  },
}
const nothing = { given_back: 0, voided: false, refunded: 0, marked_void: false }

describe.each(['refund', 'void'] as const)('a killed %s', { timeout: 60_000 }, (kind) => {
  const { done } = kinds[kind]

  /** Kills a separate portal at the moment of giving money back. */
  async function killAt(moment: KilledPortalOrder['moment'] & string) {
    const sale = await buy(buyer)
    if (kind === 'refund') await settleCharges(portal)
    const form = { ...kinds[kind].form, id: crypto.randomUUID() }
    const path = `/api/v1/transactions/${sale.id}/refund/`
    await killPortal(portal, { moment, payment: { token: await portal.tokenOf(adminId), identifier: 'acme', form, path } })
    return { sale, again: async () => (await (await portal.as(adminId)).post(path, form)).json() }
  }
  const afterRestart = async () => {
    await makeRefundsDue(portal)
    await portal.runJobs()
  }

  test('leaves nothing before it is saved, and may be sent again', async () => {
    const { sale, again } = await killAt('before_refund_commits')
    await afterRestart()
    expect(await moneyOf(portal, sale)).toEqual({ ...nothing, states: [] })
    expect((await again()).status).toBe('done')
    expect(await moneyOf(portal, sale)).toEqual(done)
  })

  test.each(['before_refund_order', 'after_refund_order', 'before_refund_result_commits'] as const)(
    'is finished once by the queue when it is killed at %s',
    async (moment) => {
      const { sale, again } = await killAt(moment)
      expect((await moneyOf(portal, sale)).states).toEqual(['sending'])
      // The lease of the request has not ended, so neither the job nor the same request does anything yet.
      await portal.runJobs()
      expect((await again()).status).toBe('sending')
      await afterRestart()
      expect(await moneyOf(portal, sale)).toEqual(done)
      expect((await again()).status).toBe('done')
      await afterRestart()
      expect(await moneyOf(portal, sale)).toEqual(done)
    },
  )

  test.each(['after_refund_result_commits', 'after_response'] as const)('is complete when it is killed at %s', async (moment) => {
    const { sale, again } = await killAt(moment)
    expect(await moneyOf(portal, sale)).toEqual(done)
    expect((await again()).status).toBe('done')
    await afterRestart()
    expect(await moneyOf(portal, sale)).toEqual(done)
  })
})
