import type { NewVialEntry } from '@vialdesk/contract/vials'

/** Success message of a new entry. Named vials of an added entry were in quarantine, so they are released. */
export function entrySavedMessage({ type, vials, quantity }: Pick<NewVialEntry, 'type' | 'vials' | 'quantity'>): string {
  const done = type === 'added' && vials ? 'released' : type
  return `${quantity === 1 ? '1 vial was' : `${quantity} vials were`} ${done}.`
}
