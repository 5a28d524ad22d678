/** Saved cards: their owner chooses the default and deletes them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSavedCard } from '#api/features/checkout/checkout.fixture.ts'
import type { PaymentGateway } from '#api/platform/ports/payments.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { type CardOwner, cardCalls, createCardOwner, DISCOVER, MASTERCARD, VISA } from './cards.fixture.ts'

let portal: TestPortal
let simulator: PaymentGateway
let other: CardOwner
/** A center without cards; a new one for each test. */
let owner: CardOwner

beforeAll(async () => {
  portal = await startTestPortal()
  simulator = portal.ports.payments.embedded
  other = await createCardOwner(portal)
})
beforeEach(async () => {
  portal.ports.payments.embedded = simulator
  owner = await createCardOwner(portal)
})
afterAll(() => portal.close())

const { choose, list, save, namesOf, auditOf } = cardCalls(() => ({ portal, owner }))
const replaceGateway = (values: Partial<PaymentGateway>) => {
  portal.ports.payments.embedded = { ...simulator, ...values }
}

describe('the default card', () => {
  test('is the one that the owner chose, and comes first', async () => {
    await save(VISA)
    await save(MASTERCARD)
    const discover = await save(DISCOVER)
    for (let i = 0; i < 2; i++) {
      expect((await choose('update-default', discover)).json()).toEqual({
        code: 'success',
        message: 'The default card has been changed.',
      })
    }
    expect(await namesOf()).toEqual([
      ['Discover', true],
      ['Visa', false],
      ['MasterCard', false],
    ])
    const after = { card_type: 'Discover', card_number: '0012' }
    expect((await auditOf()).slice(3)).toEqual([{ type: 'card.made_default', before: null, after }])
  })

  test('is the next card after the default is deleted', async () => {
    const visa = await save(VISA)
    await save(MASTERCARD)
    const discover = await save(DISCOVER)
    await choose('update-default', discover)
    await choose('delete-profile', discover)
    expect(await namesOf()).toEqual([
      ['Visa', true],
      ['MasterCard', false],
    ])
    await choose('delete-profile', visa)
    expect(await namesOf()).toEqual([['MasterCard', true]])
  })

  test('is never the card of another owner', async () => {
    const foreign = await createSavedCard(portal, other.id)
    await save(VISA)
    expect((await choose('update-default', foreign)).statusCode).toBe(404)
    expect((await choose('update-default', 'x')).statusCode).toBe(404)
  })
})

describe('a deleted card', () => {
  test('is gone, and a repeated request changes nothing', async () => {
    const id = await save(VISA)
    for (let i = 0; i < 2; i++) {
      expect((await choose('delete-profile', id)).json()).toEqual({ code: 'success', message: 'The card has been deleted.' })
    }
    expect(await list()).toEqual([])
    const before = { card_type: 'Visa', card_number: '1111' }
    expect((await auditOf()).slice(1)).toEqual([{ type: 'card.deleted', before, after: null }])
  })

  test('is never the card of another owner', async () => {
    const foreign = await createSavedCard(portal, other.id)
    expect((await choose('delete-profile', foreign)).statusCode).toBe(404)
    await save(VISA)
    expect((await choose('delete-profile', foreign)).statusCode).toBe(404)
    expect((await list(other)).map((card: { payment_profile_id: string }) => card.payment_profile_id)).toContain(foreign)
    expect((await choose('delete-profile', '')).statusCode).toBe(422)
  })

  test('stays while the provider does not answer, and goes with the next request', async () => {
    const id = await save(VISA)
    replaceGateway({ deleteCard: () => Promise.reject(new Error('down')) })
    expect((await choose('delete-profile', id)).statusCode).toBe(503)
    expect(await list()).toHaveLength(1)
    replaceGateway({})
    expect((await choose('delete-profile', id)).statusCode).toBe(200)
  })

  test('is finished and audited once when the process died after the provider deleted it', async () => {
    const id = await save(VISA)
    replaceGateway({
      deleteCard: async (query) => {
        await simulator.deleteCard(query)
        throw new Error('the process died')
      },
    })
    expect((await choose('delete-profile', id)).statusCode).toBe(503)
    replaceGateway({})
    for (let i = 0; i < 2; i++) expect((await choose('delete-profile', id)).statusCode).toBe(200)
    expect((await auditOf()).map(({ type }) => type)).toEqual(['card.saved', 'card.deleted'])
  })
})
