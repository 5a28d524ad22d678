/** Which data of a vial and of its entries a viewer may see. */
import type { VialReceiver } from '@vialdesk/contract/care/release-rules'
import type { VialStep, VialTrace } from '@vialdesk/contract/care/single-vials'
import type { VialEntry } from '@vialdesk/contract/care/vials'
import {
  type ArrivalRow,
  type OverrideRow,
  presentArrival,
  presentOverrides,
  type VialEntryRow,
} from '#api/features/vials/entries/vial-entries.queries.ts'
import { seesPersons } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** The part of a shipped entry that decides about its arrival. The receiver is null if it is not recorded. */
interface Shipped {
  receiver: VialReceiver | null
}

export const vialPolicy = policy<Viewer, object>()({
  see: {
    /** A note may name the patient, and a tracking number leads to the patient's address. */
    person: ({ role }) => seesPersons(role),
    /** Places, reasons and overrides are visible to the lab and the admins only. */
    lab_matters: ({ role }) => role === 'admin' || role === 'lab',
  },
})

/** The receiving center confirms the arrival. The lab and the admins may confirm it for the receiver. */
export const arrivalPolicy = policy<Viewer, Shipped>()({
  act: {
    confirm: ({ id, role }, { receiver }) => role === 'admin' || role === 'lab' || (receiver !== null && receiver.id === id),
  },
  because: { confirm: 'These vials were not sent to you. The lab can confirm their arrival.' },
})

export function presentEntry(viewer: Viewer, row: VialEntryRow): VialEntry {
  const { note, tracking_id, tracking_link, receiver, arrival, overrides, ...entry } = row
  const shipped = entry.type === 'shipped' && {
    tracking_id,
    tracking_link,
    receiver,
    arrival: presentArrival(viewer, arrival),
    may_confirm_arrival: entry.quantity > 0 && arrivalPolicy.can(viewer, 'confirm', row),
  }
  return {
    ...entry,
    ...(vialPolicy.sees(viewer, 'person', row) && { note, tracking_id, ...shipped }),
    ...(vialPolicy.sees(viewer, 'lab_matters', row) && { overrides: presentOverrides(viewer, overrides) }),
  }
}

type Added = NonNullable<VialTrace['added_entry']>
type ShippedEntry = NonNullable<VialTrace['shipped_entry']>
/** A trace as it is read: with the facts of its entries for every reader. */
export interface TraceRow extends Omit<VialTrace, 'added_entry' | 'shipped_entry' | 'steps'> {
  added_entry: (Omit<Added, 'overrides'> & { overrides: OverrideRow[] }) | null
  shipped_entry:
    | (Omit<ShippedEntry, 'overrides' | 'arrival' | 'may_confirm_arrival'> & {
        overrides: OverrideRow[]
        arrival: ArrivalRow | null
      })
    | null
}

export function presentTrace(viewer: Viewer, row: TraceRow, steps: VialStep[]): VialTrace {
  const seesAll = vialPolicy.sees(viewer, 'lab_matters', row)
  const { reason, place, position, added_entry: added, shipped_entry: shipped, ...rest } = row
  const withOverrides = <Entry extends { overrides: OverrideRow[] }>({ overrides, ...entry }: Entry) => ({
    ...entry,
    ...(seesAll && { overrides: presentOverrides(viewer, overrides) }),
  })
  return {
    ...rest,
    added_entry: added && withOverrides(added),
    shipped_entry: shipped && {
      ...withOverrides(shipped),
      arrival: presentArrival(viewer, shipped.arrival),
      may_confirm_arrival: arrivalPolicy.can(viewer, 'confirm', shipped),
    },
    ...(seesAll && { reason, place, position, steps }),
  }
}
