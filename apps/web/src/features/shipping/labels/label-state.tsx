import type { CarrierState, LabelRequest } from '@vialdesk/contract/label-requests'
import type { ReactElement } from 'react'
import { ParcelBadge } from '#web/entities/parcel/parcel-badge.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const carrierTexts: { readonly [S in CarrierState]?: { meaning: StatusMeaning; text: string } } = {
  unknown: { meaning: 'bad', text: 'Check with carrier' },
  asking: { meaning: 'info', text: 'Being made' },
  cancelling: { meaning: 'bad', text: 'Being cancelled' },
}

/** The carrier's work on a label; undefined while there is none. */
export function carrierBadge({ carrier_state }: Pick<LabelRequest, 'carrier_state'>): ReactElement | undefined {
  const work = carrierTexts[carrier_state]
  return work && <StatusBadge meaning={work.meaning}>{work.text}</StatusBadge>
}

/** The state of the parcel, or of the carrier's work on its label. */
export const LabelState = ({ request }: { request: LabelRequest }) => carrierBadge(request) ?? <ParcelBadge {...request} />
