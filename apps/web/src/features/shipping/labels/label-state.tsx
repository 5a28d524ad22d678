import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { ParcelBadge } from '#web/entities/parcel/parcel-badge.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

/** The state of the parcel, or of the carrier's work on its label. */
export function LabelState({ request }: { request: LabelRequest }) {
  const { carrier_state } = request
  if (carrier_state === 'unknown') return <StatusBadge meaning="bad">Check with carrier</StatusBadge>
  if (carrier_state === 'asking') return <StatusBadge meaning="info">Being made</StatusBadge>
  if (carrier_state === 'cancelling') return <StatusBadge meaning="bad">Being cancelled</StatusBadge>
  return <ParcelBadge {...request} />
}
