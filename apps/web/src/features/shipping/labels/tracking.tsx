import { Anchor } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/label-requests'

type TrackedRequest = Pick<LabelRequest, 'tracking_number' | 'tracking_link'>

/** The tracking number, linked to the carrier's page. */
export function TrackingNumber({ tracking_number, tracking_link }: TrackedRequest) {
  if (!tracking_number) return '—'
  return (
    <Anchor href={tracking_link} target="_blank" rel="noopener noreferrer" inherit style={{ whiteSpace: 'nowrap' }}>
      {tracking_number}
    </Anchor>
  )
}
