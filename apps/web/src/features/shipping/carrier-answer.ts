import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { notifySuccess, notifyWarning } from '#web/lib/browser/notify.ts'

type Awaited = Pick<LabelRequest, 'carrier_state'>

/** The carrier has not answered yet. */
const awaitsCarrier = ({ carrier_state }: Awaited) =>
  carrier_state === 'asking' || carrier_state === 'unknown' || carrier_state === 'cancelling'

/** Shows the answer of the carrier. No answer is not shown as a success. */
export const notifyAnswer = ({ message, ...request }: Awaited & { message: string }) =>
  (awaitsCarrier(request) ? notifyWarning : notifySuccess)(message)
