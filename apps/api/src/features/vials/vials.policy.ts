/** Which data of a vial and of its entries a viewer may see. */
import type { VialTrace } from '@vialdesk/contract/single-vials'
import type { VialEntry } from '@vialdesk/contract/vials'
import { seesPersons } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

const vialPolicy = policy<Viewer, object>()({
  see: {
    /** A note may name the patient, and a tracking number leads to the patient's address. */
    person: ({ role }) => seesPersons(role),
    /** Places and reasons are visible to the lab and the admins only. */
    lab_matters: ({ role }) => role === 'admin' || role === 'lab',
  },
})

export function presentEntry(viewer: Viewer, { note, tracking_id, ...entry }: VialEntry): VialEntry {
  return vialPolicy.sees(viewer, 'person', entry) ? { ...entry, note, tracking_id } : entry
}

export function presentTrace(viewer: Viewer, trace: VialTrace): VialTrace {
  if (vialPolicy.sees(viewer, 'lab_matters', trace)) return trace
  const { reason: _reason, place: _place, position: _position, steps: _steps, ...rest } = trace
  return rest
}
