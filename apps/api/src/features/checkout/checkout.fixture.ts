/** Data for tests of the checkout: a center that can buy, and the form that its page sends. */
import { expect } from 'vitest'
import { CardSecret } from '#api/platform/ports/card-secret.ts'
import { customerReference } from '#api/platform/ports/payments.ts'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

export const PAN = '4111111111111111'
/** Texts rarely contain its security code of four digits by chance. */
export const AMEX = { card_number: '370000000000002', cvc: '9876' }

export const cardFields = (details: Record<string, unknown> = {}) => ({
  full_name: 'Ada Example',
  card_number: PAN,
  cvc: '900',
  expiration_date: '2099-12',
  ...details,
})

/** The billing zip selects the behaviour of the payment simulator. */
export const addressFields = (zip_code = '30301') => ({
  company: 'Northside',
  address1: '1 Main Street',
  address2: '',
  city: 'Atlanta',
  state: 'Georgia',
  country_desc: 'United States',
  zip_code,
})

/** A processing fee ($3,500, and $150 for shipping) without a new patient. */
export const checkoutForm = (invoice_id: string, { zip, ...values }: Record<string, unknown> & { zip?: string } = {}) => ({
  invoice_id,
  product_id: 1,
  total_amount: 3650,
  harvest_center_email: 'front@northside.example',
  harvest_center_billing_email: 'bills@northside.example',
  create_patient: false,
  assign_later: !values.create_patient && !values.patient_id,
  addressInfo: addressFields(zip),
  shippingInfo: addressFields(),
  credit_card: cardFields(),
  ...values,
})

let patientCount = 0
export const newPatientFields = () => ({
  create_patient: true,
  first_name: 'Nora',
  last_name: 'Newcomer',
  email: `nora-${++patientCount}@mail.example`,
  phone_number: '+1 404 555 0100',
})

/** Creates a center with all users of its sales line; `caller` is the center's client. */
export async function createBuyer(portal: TestPortal) {
  const ids = await portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const center = await createCenter(db, { sales_rep_id: rep, company: 'Northside' })
    return { distributor, manager, rep, center }
  })
  return { ...ids, caller: await portal.as(ids.center) }
}

/** A portal with two centers that buy, a referral center of the first, and an admin. */
export async function startCheckoutPortal() {
  const portal = await startTestPortal()
  const buyer = await createBuyer(portal)
  const other = await createBuyer(portal)
  const referral = await createReferralBuyer(portal, buyer.center)
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  return { portal, buyer, other, referral, admin }
}
export type CheckoutPortal = Awaited<ReturnType<typeof startCheckoutPortal>>

/** Creates a referral center that is tied to the harvest center; `caller` is its client. */
export async function createReferralBuyer(portal: TestPortal, center: number) {
  const ids = await portal.seed(async (db) => {
    const rep = await createUser(db, 'sales_rep')
    const referral = await createUser(db, 'referral_harvest_center', { sales_rep_id: rep, company: 'Southside' })
    const tie = { domain_id: db.domainId, referral_center_id: referral, center_id: center }
    await db.insertInto('referral_centers').values(tie).execute()
    return { rep, referral }
  })
  return { ...ids, caller: await portal.as(ids.referral) }
}

/** Creates a patient of the center who may order its own vials; `caller` is its client. */
export async function createPatientBuyer(portal: TestPortal, center: number, vials = 5) {
  const patient = await portal.seed(async (db) => {
    const id = await createPatient(db, { harvest_center_id: center, tags: [1] })
    await createAddedVials(db, id, vials)
    return id
  })
  return { patient, caller: await portal.as(patient) }
}

/** A Referral Processing Fee ($3,500, and $150 for shipping) that the harvest center processes. */
export const referralFeeForm = (invoice_id: string, center: number, values: Record<string, unknown> = {}) =>
  checkoutForm(invoice_id, { product_id: 13, rhc_transaction: true, harvest_center_temporal_id: center, ...values })

/** Vials ($1,200 each, and $250 for shipping) of a patient, or of the caller itself without `patient_id`. */
export const vialsForm = (invoice_id: string, quantity: number, values: Record<string, unknown> & { zip?: string } = {}) =>
  checkoutForm(invoice_id, {
    ...{ product_id: 2, product_quantity: quantity, total_amount: 1200 * quantity + 250, assign_later: false },
    ...values,
  })

export async function reserveInvoice(caller: TestClient): Promise<string> {
  return (await caller.get('/api/v1/transactions/get-last-id/')).json().transaction_id
}

/** The provider's charges for an invoice, its recorded sales, and the states of its attempts in order. */
export async function paymentStateOf({ owner }: Pick<TestPortal, 'owner'>, invoice: string) {
  const { rows } = await owner.query<{ charges: number; sales: number; states: string[] }>(
    `select
       (select count(*)::int
         from gateway_sim.sim_transactions s
         where s.invoice_number like '%-' || $1 || '%' and s.status = 'captured') as charges,
       (select count(*)::int from transactions t where t.invoice_id = $1) as sales,
       array(select a.status from checkout_attempts a where a.invoice_id = $1 order by a.attempt_no) as states`,
    [invoice],
  )
  return rows[0]
}

/** Ends all leases, or those of one invoice, and makes all lookups and jobs due, as if time had passed. */
export async function makeLookupsDue({ owner }: Pick<TestPortal, 'owner'>, invoice?: string): Promise<void> {
  await owner.query(
    `update checkout_attempts
     set lease_until = now() - interval '1 second',
       next_check_at = least(next_check_at, now() - interval '1 second')
     where $1::text is null or invoice_id = $1`,
    [invoice],
  )
  await owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`)
}

/** Saves a card for a user and returns the card's id. */
export async function createSavedCard({ ports, domainId, seed }: TestPortal, userId: number, zip = '30301'): Promise<string> {
  const { customerId } = await ports.payments.embedded.ensureCustomer({
    domainId,
    reference: customerReference(domainId, userId),
    email: 'x@mail.example',
  })
  await seed((db) =>
    db
      .insertInto('payment_customers')
      .values({ domain_id: domainId, user_id: userId, gateway: 'embedded', customer_profile_id: customerId })
      .onConflict((c) => c.doNothing())
      .execute(),
  )
  const card = new CardSecret({ number: cardFields().card_number, expiry: '2099-12' })
  const billTo = { firstName: 'A', lastName: 'B', address: '1', city: 'C', state: 'D', zip, country: 'E' }
  const outcome = await ports.payments.embedded.addCard({ domainId, customerId, source: { kind: 'card', card, billTo } })
  if (outcome.kind !== 'saved') throw new Error(`The card was not saved: ${outcome.kind}`)
  return outcome.card.cardId
}

export async function saleOfInvoice({ owner }: Pick<TestPortal, 'owner'>, invoice: string) {
  return (await owner.query('select * from transactions where invoice_id = $1', [invoice])).rows[0]
}

/** The latest attempt at an invoice. */
export async function lastAttemptOf({ owner }: Pick<TestPortal, 'owner'>, invoice: string) {
  const { rows } = await owner.query('select * from checkout_attempts where invoice_id = $1 order by attempt_no desc limit 1', [
    invoice,
  ])
  return rows[0]
}

export type RefusedCall = [caller: TestClient, path: string, form: { invoice_id: string }, field: string]

/** Refused for the field, with its sentence as `error_message`, and nothing is charged. */
export async function expectRefusedField(portal: TestPortal, ...[caller, path, form, field]: RefusedCall) {
  const { status, body } = await caller.post(path, form).then((answer) => ({ status: answer.statusCode, body: answer.json() }))
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  expect(body.error_message).toBe(body.errors[field][0])
  expect(await paymentStateOf(portal, form.invoice_id)).toEqual({ charges: 0, sales: 0, states: [] })
}
