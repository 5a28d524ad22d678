/** Saved cards: their owner lists and saves them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSavedCard } from '#api/features/checkout/checkout.fixture.ts'
import type { PaymentGateway } from '#api/platform/ports/payments.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { base, type CardOwner, cardCalls, createCardOwner, MASTERCARD, VISA } from './cards.fixture.ts'

let portal: TestPortal
let simulator: PaymentGateway
let admin: TestClient
let other: CardOwner
/** A center without cards; a new one for each test. */
let owner: CardOwner

beforeAll(async () => {
  portal = await startTestPortal()
  simulator = portal.ports.payments.embedded
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  other = await createCardOwner(portal)
})
beforeEach(async () => {
  portal.ports.payments.embedded = simulator
  owner = await createCardOwner(portal)
})
afterAll(() => portal.close())

const { cardForm, add, choose, list, save, namesOf, auditOf } = cardCalls(() => ({ portal, owner }))
const replaceGateway = (values: Partial<PaymentGateway>) => {
  portal.ports.payments.embedded = { ...simulator, ...values }
}

describe('the list', () => {
  test('shows the owner the last digits of each card and no more', async () => {
    const empty = await owner.caller.post(`${base}get-profile/`, { user_id: owner.id })
    expect(empty.json()).toEqual({ code: 'success', payments: [] })
    expect(empty.headers['cache-control']).toBe('no-store')
    const saved = await createSavedCard(portal, owner.id)
    expect(await list()).toEqual([
      {
        ...{ payment_profile_id: saved, profile_id: expect.any(String), card_holder: 'A B' },
        ...{ card_type: 'Visa', card_number: '1111', expiration_date: '2099-12', expired: false, default: true },
      },
    ])
  })

  test('does not exist for others', async () => {
    const body = { user_id: owner.id }
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const caller of [other.caller, admin, foreign])
      expect((await caller.post(`${base}get-profile/`, body)).statusCode).toBe(404)
    // Admins do not pay with saved cards, so they cannot save one either.
    for (const [caller, code] of [[other.caller, 404] as const, [admin, 403] as const]) {
      expect((await add(cardForm(), caller)).statusCode).toBe(code)
      expect((await caller.post(`${base}create-customer-profile/`, body)).statusCode).toBe(code)
      for (const call of ['delete-profile', 'update-default'])
        expect((await caller.post(`${base}${call}/`, { ...body, payment_profile_id: '1' })).statusCode).toBe(code)
    }
    expect((await portal.guest.post(`${base}get-profile/`, body)).statusCode).toBe(401)
    expect((await owner.caller.post(`${base}get-profile/`, {})).json().errors).toHaveProperty('user_id')
  })

  test('is the center’s in a session of its staff, and a patient has one, too', async () => {
    const staff = await portal.seed(async (db) => {
      const id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: owner.id }).execute()
      return id
    })
    const session = await portal.asImpersonator(owner.id, staff, 'staff')
    expect((await add(cardForm(), session)).statusCode).toBe(200)
    expect(await list()).toHaveLength(1)
    const patient = await portal.seed((db) => createPatient(db))
    expect((await add(cardForm(VISA, { user_id: patient }), await portal.as(patient))).statusCode).toBe(200)
  })

  test('returns 503 when the provider cannot be reached', async () => {
    await save(VISA)
    replaceGateway({ listCards: () => Promise.reject(new Error('down')) })
    expect((await owner.caller.post(`${base}get-profile/`, { user_id: owner.id })).statusCode).toBe(503)
  })

  test('shows an expired card as expired, and refuses it as the default', async () => {
    await save(VISA)
    const id = await save(MASTERCARD)
    await portal.owner.query(`update gateway_sim.sim_cards set expiry = '2020-01' where id = $1`, [id])
    expect(await list()).toMatchObject([{ expired: false }, { payment_profile_id: id, expired: true }])
    const refused = await choose('update-default', id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This card has expired. Choose another card as the default.',
    ])
  })
})

describe('a new card', () => {
  test('is saved, and the first one is the default', async () => {
    const answer = (await add(cardForm('4111 1111-1111 1111', { customer_profile_id: null }))).json()
    expect(answer).toEqual({
      code: 'success',
      message: 'The card has been saved.',
      payment: {
        ...{ payment_profile_id: expect.any(String), profile_id: expect.any(String), card_holder: 'Ada van Example' },
        ...{ card_type: 'Visa', card_number: '1111', expiration_date: '2099-12', expired: false, default: true },
      },
    })
    await save(MASTERCARD)
    expect(await namesOf()).toEqual([
      ['Visa', true],
      ['MasterCard', false],
    ])
    expect((await auditOf())[0]).toEqual({
      ...{ type: 'card.saved', before: null, after: { card_type: 'Visa', card_number: '1111' } },
    })
  })

  test('that is saved already gets the new expiry', async () => {
    const id = await save(VISA)
    expect((await add(cardForm(VISA, { expiration_date: '2098-01' }))).json().payment).toMatchObject({
      payment_profile_id: id,
      expiration_date: '2098-01',
    })
    expect(await list()).toHaveLength(1)
  })

  test('is refused as the eleventh, in words', async () => {
    for (let n = 0; n < 10; n++) {
      await portal.owner.query('update users set zip_code = $2 where id = $1', [owner.id, String(30301 + n)])
      await save(VISA)
    }
    const refused = await add(cardForm(MASTERCARD))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'You have ten saved cards, which is the limit. Delete one to add another.',
    ])
    expect(await list()).toHaveLength(10)
  })

  test('that the provider declines is refused at the card field', async () => {
    const expired = await add(cardForm(VISA, { expiration_date: '2020-01' }))
    expect(expired.statusCode).toBe(402)
    expect(expired.json()).toEqual({
      code: 'payment_declined',
      message: 'The card has expired.',
      errors: { card_number: ['The card has expired.'] },
    })
    expect((await add(cardForm('4111111111111112'))).json().errors).toEqual({ card_number: ['The card number is invalid.'] })
    expect(await list()).toEqual([])
  })

  test.each([
    ['no number', { card_number: undefined }, 'card_number'],
    ['letters as the number', { card_number: 'four' }, 'card_number'],
    ['no expiry', { expiration_date: undefined }, 'expiration_date'],
    ['a thirteenth month', { expiration_date: '2031-13' }, 'expiration_date'],
    ['no code', { cvv: undefined }, 'cvv'],
    ['no holder', { card_holder: ' ' }, 'card_holder'],
    ['a token, which the simulator does not take', { opaque_data: { data_descriptor: 'd', data_value: 'v' } }, 'opaque_data'],
  ])('is refused with %s', async (_, values, field) => {
    const answer = await add(cardForm(VISA, values))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
    expect(answer.body).not.toContain(VISA)
  })

  test('reaches a gateway with tokens as a token only', async () => {
    const sources: unknown[] = []
    replaceGateway({
      cardEntry: async () => ({ kind: 'token', settings: {} as never }),
      addCard: (query) => {
        sources.push(query.source)
        return simulator.addCard(query)
      },
    })
    const raw = await add(cardForm())
    expect(raw.statusCode).toBe(422)
    expect(Object.keys(raw.json().errors)).toEqual(['card_number', 'expiration_date', 'cvv'])
    const opaque_data = { data_descriptor: 'COMMON.ACCEPT', data_value: 'token' }
    const token = { user_id: owner.id, card_holder: 'Ada Example' }
    expect((await add(token)).json().errors).toHaveProperty('opaque_data')
    await add({ ...token, opaque_data })
    expect(sources).toEqual([
      {
        ...{ kind: 'nonce', descriptor: 'COMMON.ACCEPT', value: 'token' },
        billTo: expect.objectContaining({ firstName: 'Ada', lastName: 'Example', zip: '30301' }),
      },
    ])
  })

  test('is refused while the domain takes no payments', async () => {
    replaceGateway({ cardEntry: async () => ({ kind: 'none' }) })
    const refused = await add(cardForm())
    expect([refused.statusCode, refused.json().message]).toEqual([503, 'Card payments are not set up yet.'])
  })

  test('begins anew when the domain has another account at the provider', async () => {
    const id = await save(VISA)
    await choose('update-default', id)
    replaceGateway({
      ensureCustomer: () => simulator.ensureCustomer({ domainId: portal.domainId, reference: `N${owner.id}`, email: '' }),
    })
    await save(MASTERCARD)
    expect(await namesOf()).toEqual([['MasterCard', true]])
  })
})

test('the customer at the provider is created once', async () => {
  const create = async () =>
    (await owner.caller.post(`${base}create-customer-profile/`, { user_id: owner.id })).json().customer_profile_id
  const ids = await Promise.all([create(), create(), create()])
  expect(new Set(ids).size).toBe(1)
  await save(VISA)
  expect((await list())[0].profile_id).toBe(ids[0])
})
