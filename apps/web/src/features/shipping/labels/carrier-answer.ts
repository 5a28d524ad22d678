import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { showSuccess, showWarning } from '#web/lib/browser/toast.ts'

type RequestState = Pick<LabelRequest, 'carrier_state'>

/** The carrier has not answered yet. */
const awaitsCarrier = ({ carrier_state }: RequestState) =>
  carrier_state === 'asking' || carrier_state === 'unknown' || carrier_state === 'cancelling'

/** Shows the answer of the carrier; a missing answer appears as a warning. */
export const showCarrierAnswer = ({ message, ...request }: RequestState & { message: string }) =>
  (awaitsCarrier(request) ? showWarning : showSuccess)(message)
