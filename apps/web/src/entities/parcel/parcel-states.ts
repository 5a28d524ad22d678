/** The names of the states of a parcel with tissue, in order. */
import type { ParcelState } from '@vialdesk/contract/care/label-requests'

export const parcelStateNames: Record<ParcelState, string> = {
  requested: 'Requested',
  label_ready: 'Label ready',
  in_transit: 'In transit',
  delivered: 'Delivered',
  received: 'Received',
}
