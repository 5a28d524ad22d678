import type { VialStep } from '@vialdesk/contract/care/single-vials'
import type { NewVialEntry, VialEntry } from '@vialdesk/contract/care/vials'
import { vialStateNames } from '@vialdesk/contract/people/lab-fields'
import { formatDay } from '#web/lib/format/dates.ts'
import { formatCount } from '#web/lib/format/format-count.ts'

/** `one vial`, `12 vials` */
export const vialCountText = (count: number) => (count === 1 ? 'one vial' : `${formatCount(count)} vials`)

/** Place and position in one line; blank for a vial without a place. */
export const vialPlaceText = ({ place = '', position = '' }: { place?: string | undefined; position?: string | undefined }) =>
  [place, position].filter(Boolean).join(' · ')

export const entryTypeNames = { added: 'Added', shipped: 'Shipped' } as const

export const entryName = ({ type, date }: VialEntry) => `${entryTypeNames[type]} ${formatDay(date)}`

/** Success message of a new entry. Named vials of an added entry were in quarantine, so they are released. */
export function entrySavedMessage({ type, vials, quantity }: Pick<NewVialEntry, 'type' | 'vials' | 'quantity'>): string {
  const done = type === 'added' && vials ? 'released' : type
  return `${quantity === 1 ? '1 vial was' : `${quantity} vials were`} ${done}.`
}

/** What each step of a vial is called. */
const titles: Record<VialStep['to'], string> = {
  in_process: 'Registered',
  quarantine: 'Put into quarantine',
  released: 'Released into stock',
  held: 'Put on hold',
  shipped: 'Shipped',
  disposed: 'Disposed of',
}

export function stepTitle(step: Pick<VialStep, 'from' | 'to' | 'place' | 'position'>): string {
  const { from, to } = step
  if (from === null) return to === 'released' ? 'Added to stock' : titles[to]
  if (from === to) return step.place ? `Stored at ${vialPlaceText(step)}` : 'Removed from its place'
  if (to === 'released' && from !== 'quarantine') return from === 'held' ? 'Back into stock' : 'Brought back into stock'
  return titles[to]
}

/** The change of state; undefined when the state stays the same. */
export const stateChangeText = ({ from, to }: Pick<VialStep, 'from' | 'to'>) =>
  from === null || from === to ? undefined : `${vialStateNames[from]} → ${vialStateNames[to]}`

interface PrintedBy {
  user: { first_name: string; last_name: string; company: string; username: string }
  behind: { username: string } | null
}

/** The user who printed; during an impersonation both users. */
export function printedByText({ user, behind }: PrintedBy): string {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.company || user.username
  return behind ? `${behind.username} as ${name}` : name
}
