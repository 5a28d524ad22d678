import { Anchor } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

type TrackedRequest = Pick<LabelRequest, 'tracking_number' | 'tracking_link' | 'tracking_status' | 'tracking_text'>

const meanings: Record<string, StatusMeaning> = {
  delivered: 'good',
  label_made: 'neutral',
  exception: 'bad',
  returned: 'bad',
  cancelled: 'bad',
}

/** The tracking number, linked to the carrier's page. */
export function TrackingNumber({ tracking_number, tracking_link }: TrackedRequest) {
  if (!tracking_number) return '—'
  return (
    <Anchor href={tracking_link} target="_blank" rel="noopener noreferrer" inherit style={{ whiteSpace: 'nowrap' }}>
      {tracking_number}
    </Anchor>
  )
}

/** The parcel's status; hidden while the parcel is not tracked. */
export function ParcelStatus({ tracking_status, tracking_text }: TrackedRequest) {
  if (!tracking_status) return '—'
  return <StatusBadge meaning={meanings[tracking_status] ?? 'info'}>{tracking_text || tracking_status}</StatusBadge>
}
