import type { LabelRequest } from '@vialdesk/contract/labels'
import { notifyDoubt, notifySuccess } from '#web/lib/notify.ts'

type Awaited = Pick<LabelRequest, 'carrier_state'>

/** Without the carrier's answer this label must not be replaced. */
export const isAwaited = ({ carrier_state }: Awaited) =>
  carrier_state === 'asking' || carrier_state === 'unknown' || carrier_state === 'cancelling'

/** Shows the carrier's answer; a missing answer is not shown as success. */
export const notifyAnswer = ({ message, ...request }: Awaited & { message: string }) =>
  (isAwaited(request) ? notifyDoubt : notifySuccess)(message)
