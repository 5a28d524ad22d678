/** The four checkouts. The names are the server's. */
export type CheckoutKind = 'processing_fee' | 'harvest_fee' | 'product' | 'patient_vials'

/** A fee starts the processing of one patient, who may be new. Other products have a quantity and a shipping date. */
export const isFee = (kind: CheckoutKind) => kind === 'processing_fee' || kind === 'harvest_fee'
