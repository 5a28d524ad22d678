import type { VialEntry } from '@vialdesk/contract/vials'

/** What is said once an entry is there. */
export const doneWords = ({ type, quantity }: Pick<VialEntry, 'type' | 'quantity'>) =>
  `${quantity === 1 ? '1 vial was' : `${quantity} vials were`} ${type}.`
