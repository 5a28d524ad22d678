import type { VialEntry } from '@vialdesk/contract/vials'

/** Success message of a new entry. */
export const entrySavedMessage = ({ type, quantity }: Pick<VialEntry, 'type' | 'quantity'>) =>
  `${quantity === 1 ? '1 vial was' : `${quantity} vials were`} ${type}.`
