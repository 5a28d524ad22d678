import type { PatientCheckout } from '@vialdesk/contract/checkout'
import { useMemo } from 'react'
import { today } from '#web/lib/format/dates.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { type AddressValues, blankCard, type CheckoutValues, checkoutSchema, NEW_CARD, noCoupon } from './checkout-form.ts'
import type { CheckoutData } from './use-checkout-data.ts'

type Location = CheckoutData['locations'][number]

/** An address of the form, copied from a location. */
export const addressFrom = (location: Partial<Location> | CheckoutData['me'], company: string): AddressValues => ({
  company,
  address1: location.address1 ?? '',
  address2: location.address2 ?? '',
  city: location.city ?? '',
  state: location.state_desc ?? '',
  country_desc: location.country_desc ?? '',
  zip_code: location.zip_code ?? '',
})

/** The default location, else the buyer's own address. */
export const defaultAddress = ({ locations, me }: CheckoutData) =>
  locations.find((location) => location.default) ?? locations[0] ?? me

/** An address of the last order; undefined when there is none. */
const orderAddress = (from: CheckoutData['lastOrder']['billing']): AddressValues | undefined => {
  if (!from?.address1) return undefined
  const { company = '', address1, address2 = '', city = '', state = '', country_desc = '', zip_code = '' } = from
  return { company, address1, address2, city, state, country_desc, zip_code }
}

/** The default card, unless it has expired: then the first that has not. */
const defaultCard = ({ cards }: CheckoutData) => cards.find(({ expired }) => !expired)?.payment_profile_id ?? NEW_CARD

export function initialValuesOf(data: CheckoutData, newPatient: boolean): CheckoutValues {
  const { me, centers } = data
  const address = addressFrom(defaultAddress(data), me.company ?? '')
  const { billing, shipping } = data.lastOrder
  return {
    harvest_center_email: me.email ?? '',
    harvest_center_billing_email: me.email ?? '',
    harvest_center_phone: me.phone_number ?? '',
    harvest_center_temporal_id: centers.length === 1 ? (centers[0]?.id ?? null) : null,
    harvest_fee: 'no',
    create_patient: newPatient,
    assign_later: false,
    patient_id: null,
    first_name: '',
    last_name: '',
    email: '',
    phone_number: '',
    required_signature: true,
    addressInfo: orderAddress(billing) ?? address,
    shippingInfo: orderAddress(shipping) ?? orderAddress(billing) ?? address,
    shipping_fee: 'yes',
    shipping_date: today(),
    product_quantity: 1,
    coupon_code: '',
    coupon: noCoupon,
    card: defaultCard(data),
    credit_card: blankCard,
  }
}

interface Options {
  data: CheckoutData
  newPatient: boolean
  pay: (input: PatientCheckout) => Promise<unknown>
}

/** `pay` does not throw: the payment dialogs show refusals. */
export function useCheckoutForm({ data, newPatient, pay }: Options) {
  const { kind, product } = data
  const schema = useMemo(() => checkoutSchema(kind, product), [kind, product])
  return useContractForm(schema, { initialValues: initialValuesOf(data, newPatient), send: pay })
}

export type CheckoutFormState = ReturnType<typeof useCheckoutForm>
