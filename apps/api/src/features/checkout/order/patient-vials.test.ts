/** The checkout of vials by a patient for itself. */
import { NO_SALES_REP } from '@vialdesk/contract/money/checkout'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutPortal,
  createBuyer,
  createPatientBuyer,
  expectRefusedField,
  newPatientFields,
  paymentStateOf,
  type RefusedCall,
  reserveInvoice,
  saleOfInvoice,
  startCheckoutPortal,
  vialsForm,
} from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import type { TestClient } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'
const PAY_AS_PATIENT = '/api/v1/users/patient/checkout/'
const nothing = { charges: 0, sales: 0, states: [] }

let portal: CheckoutPortal['portal']
let buyer: CheckoutPortal['buyer']
let other: CheckoutPortal['other']
let referral: CheckoutPortal['referral']
let admin: CheckoutPortal['admin']

beforeAll(async () => {
  ;({ portal, buyer, other, referral, admin } = await startCheckoutPortal())
})
afterAll(() => portal.close())

const noticesOf = async (caller: TestClient) => (await caller.get('/api/v1/notices/')).json().results

const expectRefused = (...call: RefusedCall) => expectRefusedField(portal, ...call)

describe('vials for oneself', () => {
  test('charges the patient, records the sale of its sales line and its center, and mails the receipt to it', async () => {
    const { patient, caller } = await createPatientBuyer(portal, buyer.center)
    const invoice = await reserveInvoice(caller)
    const answer = (await caller.post(PAY_AS_PATIENT, vialsForm(invoice, 2))).json()
    expect(answer).toMatchObject({ code: 'success', purchase: { amount: 2650, quantity: 2, next: 'wait_for_parcel' } })
    const sale = await saleOfInvoice(portal, invoice)
    expect(sale).toMatchObject({
      ...{ payer_id: patient, patient_id: patient, harvest_center_id: buyer.center, sales_rep_id: buyer.rep },
      ...{ sales_manager_id: buyer.manager, sales_distributor_id: buyer.distributor, ships: true },
    })
    expect((await noticesOf(caller))[0]).toMatchObject({ title: 'Payment received', path: `/receipt/${sale.id}` })
    const [{ first_name, last_name }] = (
      await portal.owner.query('select first_name, last_name from users where id = $1', [patient])
    ).rows
    expect((await noticesOf(buyer.caller))[0], 'the center reads the name of the patient').toMatchObject({
      ...{ title: `${first_name} ${last_name} has placed an order`, about: patient, path: `/receipt/${sale.id}` },
    })
    const path = `/api/v1/transactions/${sale.id}/`
    expect((await caller.get(path)).json()).toMatchObject({ card_number: '1111' })
    expect((await buyer.caller.get(path)).json(), 'the center does not see the card').toMatchObject({ card_number: null })
    expect((await other.caller.get(path)).statusCode).toBe(404)
    await portal.runJobs()
    const { rows } = await portal.owner.query('select recipient, text from mail_outbox where subject = $1 order by recipient', [
      `Receipt ${invoice}`,
    ])
    const [{ email }] = (await portal.owner.query('select email from users where id = $1', [patient])).rows
    expect(rows.map(({ recipient }) => recipient)).toEqual(['bills@northside.example', email].sort())
    for (const { text } of rows) expect(text).toContain(`/receipt/${sale.id}`)
  })

  test('uses the sales rep of the center when the own one is inactive', async () => {
    const { patient, caller } = await createPatientBuyer(portal, buyer.center)
    const rep = await portal.seed((db) => createUser(db, 'sales_rep', { active: false }))
    await portal.owner.query('update users set sales_rep_id = $2 where id = $1', [patient, rep])
    const invoice = await reserveInvoice(caller)
    expect((await caller.post(PAY_AS_PATIENT, vialsForm(invoice, 1))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ sales_rep_id: buyer.rep })
  })

  test('needs the tag and an active sales rep, also if these change between load and pay', async () => {
    const lonely = await createBuyer(portal)
    const { patient, caller } = await createPatientBuyer(portal, lonely.center)
    const form = vialsForm(await reserveInvoice(caller), 1)
    const refused = { message: 'This purchase is not possible.', error_message: NO_SALES_REP }
    await portal.owner.query(`update users set tags = '{2}' where id = $1`, [patient])
    expect((await caller.post(PAY_AS_PATIENT, form)).json()).toMatchObject(refused)
    await portal.owner.query(`update users set tags = '{1}' where id = $1`, [patient])
    await portal.owner.query('update users set active = false where id = $1', [lonely.rep])
    expect((await caller.post(PAY_AS_PATIENT, form)).json()).toMatchObject(refused)
    expect(await paymentStateOf(portal, form.invoice_id)).toEqual(nothing)
  })

  test.each([
    ['product_id', { product_id: 8, total_amount: 200 }],
    ['product_id', { product_id: 1, assign_later: true, total_amount: 3650 }],
    ['patient_id', { patient_id: 1 }],
    ['patient_id', newPatientFields()],
    ['harvest_center_id', { harvest_center_id: 1 }],
    ['rhc_transaction', { rhc_transaction: true }],
  ])('refuses a wrong %s', async (field, values) => {
    const { caller } = await createPatientBuyer(portal, buyer.center)
    await expectRefused(caller, PAY_AS_PATIENT, vialsForm(await reserveInvoice(caller), 1, values), field)
  })

  test('refuses other roles, guests, another domain, and patients at the checkout of centers', async () => {
    const { caller } = await createPatientBuyer(portal, buyer.center)
    const form = vialsForm('V-000001', 1)
    const codes = [buyer.caller, referral.caller, admin].map(async (role) => (await role.post(PAY_AS_PATIENT, form)).statusCode)
    expect(await Promise.all(codes)).toEqual([403, 403, 403])
    expect((await portal.guest.post(PAY_AS_PATIENT, form)).json()).toMatchObject({ code: 'unauthenticated' })
    expect((await caller.post(PAY, form)).json()).toMatchObject({
      code: 'forbidden',
      error_message: 'This action is unauthorized',
    })
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'patient', { tags: [1] })))
    expect((await foreign.post(PAY_AS_PATIENT, form)).json().errors).toHaveProperty('invoice_id')
  })
})
