import {
  type Icon,
  IconArrowBackUp,
  IconBox,
  IconCircleCheck,
  IconClockPause,
  IconHandStop,
  IconTrash,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { allowedVialMoves, type Vial, type VialState } from '@vialdesk/contract/care/single-vials'

/** The fields of a vial that its actions need. */
export type ActionVial = Pick<Vial, 'id' | 'code' | 'state' | 'patient'> & {
  place?: string | undefined
  position?: string | undefined
}

/** The props of every form of an action. */
export interface ActionFormProps {
  vials: readonly ActionVial[]
  /** Closes without a change. */
  onClose: () => void
  /** Called once the success message could be read. */
  onSaved: () => void
}

export type ActionName = 'release' | 'ship' | 'quarantine' | 'hold' | 'resume' | 'store' | 'dispose'

export interface VialAction {
  name: ActionName
  label: string
  icon: Icon
  /** The action makes a vial entry, so all vials must belong to one patient. */
  ofOnePatient?: boolean
  danger?: boolean
  allowedFor: (state: VialState) => boolean
}

const mayMoveTo = (to: VialState) => (state: VialState) => (allowedVialMoves[state] as readonly VialState[]).includes(to)

/** The most common action first. */
const actions: VialAction[] = [
  { name: 'quarantine', label: 'To quarantine', icon: IconClockPause, allowedFor: mayMoveTo('quarantine') },
  {
    name: 'release',
    label: 'Release…',
    icon: IconCircleCheck,
    ofOnePatient: true,
    allowedFor: (state) => state === 'quarantine',
  },
  { name: 'ship', label: 'Ship…', icon: IconTruckDelivery, ofOnePatient: true, allowedFor: (state) => state === 'released' },
  { name: 'resume', label: 'Back into stock', icon: IconArrowBackUp, allowedFor: mayMoveTo('released') },
  { name: 'store', label: 'Store…', icon: IconBox, allowedFor: (state) => state !== 'shipped' && state !== 'disposed' },
  { name: 'hold', label: 'Hold…', icon: IconHandStop, allowedFor: mayMoveTo('held') },
  { name: 'dispose', label: 'Dispose…', icon: IconTrash, danger: true, allowedFor: mayMoveTo('disposed') },
]

export const actionsFor = (vials: readonly Pick<ActionVial, 'state'>[]): VialAction[] =>
  vials.length === 0 ? [] : actions.filter(({ allowedFor }) => vials.every(({ state }) => allowedFor(state)))

export const isOfOnePatient = (vials: readonly Pick<ActionVial, 'patient'>[]) =>
  new Set(vials.map(({ patient }) => patient.id)).size === 1

/** Counts positions up from the first: `A1`, `A2`, … or `07`, `08`, … Undefined when the first does not end with a number. */
export function consecutivePositions(first: string, count: number): string[] | undefined {
  const [, start, digits] = /^(.*?)(\d{1,6})$/.exec(first.trim()) ?? []
  if (start === undefined || digits === undefined) return undefined
  return Array.from({ length: count }, (_, place) => start + String(Number(digits) + place).padStart(digits.length, '0'))
}
