import type { Transaction } from '@vialdesk/contract/transactions'

const address = { address1: '12 Harbor Street', city: 'Portland', state: 'ME', zip_code: '04101', country_desc: 'United States' }

/** A made-up sale, for the preview of a receipt. */
export const sampleSale: Transaction = {
  id: 1,
  invoice_id: '100042',
  date: '2026-03-02T15:30:00.000Z',
  patient: [],
  harvest_center: [{ id: 1, company: 'Sample Clinic' }],
  referral_harvest_center: [],
  hc_staff_desc: [],
  sales_rep: [],
  product: [{ name: 'Processing fee' }],
  product_id: 1,
  quantity: 1,
  price: 3650,
  shipping_fee: 95,
  harvest_fee: 0,
  amount: 3745,
  coupon_code_used: '',
  coupon_code_amount: 0,
  refunded_amount: 0,
  state: 'paid',
  fulfilment: 'none',
  transaction_history: [],
  shipping_date: null,
  card_type: 'Visa',
  card_number: '1111',
  billing: { company: 'Sample Clinic', ...address },
  shipping: { company: 'Sample Clinic', ...address },
  can: { edit: false, refund: false, assign_patient: false },
}
