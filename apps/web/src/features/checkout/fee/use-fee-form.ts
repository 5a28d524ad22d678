import type { Checkout } from '@vialdesk/contract/checkout'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { type AddressValues, blankCard, FeeFormSchema, type FeeFormValues, NEW_CARD } from './fee-form.ts'
import type { FeeData } from './use-fee-data.ts'

type Location = FeeData['locations'][number]

/** An address of the form, copied from a location. */
export const addressFrom = (location: Partial<Location> | FeeData['me'], company: string): AddressValues => ({
  company,
  address1: location.address1 ?? '',
  address2: location.address2 ?? '',
  city: location.city ?? '',
  state: location.state_desc ?? '',
  country_desc: location.country_desc ?? '',
  zip_code: location.zip_code ?? '',
})

/** The default location, else the center's own address. */
export const defaultAddress = ({ locations, me }: FeeData) => locations.find((location) => location.default) ?? locations[0] ?? me

/** The default card, unless it has expired: then the first that has not. */
const defaultCard = ({ cards }: FeeData) => cards.find(({ expired }) => !expired)?.payment_profile_id ?? NEW_CARD

export function initialFeeValues(data: FeeData, newPatient: boolean): FeeFormValues {
  const { me } = data
  const address = addressFrom(defaultAddress(data), me.company ?? '')
  return {
    harvest_center_email: me.email ?? '',
    harvest_center_billing_email: me.email ?? '',
    harvest_center_phone: me.phone_number ?? '',
    create_patient: newPatient,
    first_name: '',
    last_name: '',
    email: '',
    phone_number: '',
    required_signature: false,
    addressInfo: address,
    shippingInfo: address,
    shipping_fee: 'yes',
    card: defaultCard(data),
    credit_card: blankCard,
  }
}

interface Options {
  data: FeeData
  newPatient: boolean
  pay: (input: Checkout) => Promise<unknown>
}

/** `pay` does not throw: the payment dialogs show refusals. */
export function useFeeForm({ data, newPatient, pay }: Options) {
  return useContractForm(FeeFormSchema, { initialValues: initialFeeValues(data, newPatient), send: pay })
}

export type FeeFormState = ReturnType<typeof useFeeForm>
