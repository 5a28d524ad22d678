import { Text } from '@mantine/core'
import type { LabelRequest, ParcelState } from '@vialdesk/contract/care/label-requests'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { parcelStateNames } from './parcel-states.ts'

const meanings: Record<ParcelState, StatusMeaning> = {
  requested: 'waiting',
  label_ready: 'neutral',
  in_transit: 'info',
  delivered: 'good',
  received: 'good',
}

/** Statuses of the carrier that need attention. */
const PROBLEMS = ['exception', 'returned', 'cancelled']

type TrackedParcel = Pick<LabelRequest, 'parcel'> & Partial<Pick<LabelRequest, 'tracking_status' | 'tracking_text'>>

/** The state of a parcel in the same words everywhere; the carrier's own text follows while the parcel is under way. */
export function ParcelBadge({ parcel, tracking_status, tracking_text }: TrackedParcel) {
  const isProblem = parcel !== 'received' && PROBLEMS.includes(tracking_status ?? '')
  const name = parcelStateNames[parcel]
  const detail = (isProblem || parcel === 'in_transit') && tracking_text !== name && tracking_text
  return (
    <>
      <StatusBadge meaning={isProblem ? 'bad' : meanings[parcel]}>{name}</StatusBadge>
      {detail && (
        <Text span display="block" c="dimmed" size="xs" mt={2}>
          {detail}
        </Text>
      )}
    </>
  )
}
