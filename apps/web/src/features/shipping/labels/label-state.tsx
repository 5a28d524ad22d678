import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { ParcelStatus } from './tracking.tsx'

/** The state of the label, and of the parcel once it is tracked. */
export function LabelState({ request }: { request: LabelRequest }) {
  const { carrier_state, pdf_file, tracking_status } = request
  if (carrier_state === 'unknown') return <StatusBadge meaning="bad">Check with carrier</StatusBadge>
  if (carrier_state === 'asking') return <StatusBadge meaning="info">Being made</StatusBadge>
  if (carrier_state === 'cancelling') return <StatusBadge meaning="bad">Being cancelled</StatusBadge>
  if (tracking_status) return <ParcelStatus {...request} />
  if (pdf_file === null) return <StatusBadge meaning="waiting">Pending</StatusBadge>
  return <StatusBadge meaning="neutral">Label ready</StatusBadge>
}
