/** At whatever step the process is killed, the restart gives the money back exactly once, or never if the request was not saved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBuyer } from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { killPortal } from '#api/testing/kill-portal.ts'
import type { RefundMoment } from '#api/testing/killed-portal.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { buy, makeRefundsDue, moneyOf, refundForm, settleCharges } from './refunds.fixture.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let admin: { token: string; client: TestClient }

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

const moments: RefundMoment[] = [
  'before_refund_commits',
  'before_refund_order',
  'after_refund_order',
  'before_refund_result_commits',
  'after_refund_result_commits',
  'after_response',
]

type Kind = keyof typeof kinds
type Killed = Awaited<ReturnType<typeof prepare>>

async function prepare(kind: Kind, moment: RefundMoment) {
  const sale = await buy(buyer)
  const form = { ...kinds[kind].form, id: crypto.randomUUID() }
  const path = `/api/v1/transactions/${sale.id}/refund/`
  const request = { moment, token: admin.token, identifier: 'acme', form, path }
  return { sale, request, again: async () => (await admin.client.post(path, form)).json() }
}
/** All were killed in one process, each at its moment. */
const killed = { refund: new Map<RefundMoment, Killed>(), void: new Map<RefundMoment, Killed>() }

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  const adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = { token: await portal.tokenOf(adminId), client: await portal.as(adminId) }
  for (const moment of moments) killed.refund.set(moment, await prepare('refund', moment))
  // Only a settled charge is refunded, and only one that is not settled is voided.
  await settleCharges(portal)
  for (const moment of moments) killed.void.set(moment, await prepare('void', moment))
  const all = [...killed.refund.values(), ...killed.void.values()]
  await killPortal(portal, { requests: all.map(({ request }) => request) })
})
afterAll(() => portal.close())

describe.each(['refund', 'void'] as const)('a killed %s', (kind) => {
  const { done } = kinds[kind]
  const killedAt = (moment: RefundMoment) => killed[kind].get(moment) as Killed

  /** The requests for other sales stay as they are. */
  const afterRestart = async ({ id }: { id: number }) => {
    await makeRefundsDue(portal, id)
    await portal.runJobs()
  }

  test('leaves nothing before it is saved, and may be sent again', async () => {
    const { sale, again } = killedAt('before_refund_commits')
    await afterRestart(sale)
    expect(await moneyOf(portal, sale)).toEqual({ ...nothing, states: [] })
    expect((await again()).status).toBe('done')
    expect(await moneyOf(portal, sale)).toEqual(done)
  })

  test.each(['before_refund_order', 'after_refund_order', 'before_refund_result_commits'] as const)(
    'is finished once by the queue when it is killed at %s',
    async (moment) => {
      const { sale, again } = killedAt(moment)
      expect((await moneyOf(portal, sale)).states).toEqual(['sending'])
      // The lease of the request has not ended, so neither the job nor the same request does anything yet.
      await portal.runJobs()
      expect((await again()).status).toBe('sending')
      await afterRestart(sale)
      expect(await moneyOf(portal, sale)).toEqual(done)
      expect((await again()).status).toBe('done')
      await afterRestart(sale)
      expect(await moneyOf(portal, sale)).toEqual(done)
    },
  )

  test.each(['after_refund_result_commits', 'after_response'] as const)('is complete when it is killed at %s', async (moment) => {
    const { sale, again } = killedAt(moment)
    expect(await moneyOf(portal, sale)).toEqual(done)
    expect((await again()).status).toBe('done')
    await afterRestart(sale)
    expect(await moneyOf(portal, sale)).toEqual(done)
  })
})
