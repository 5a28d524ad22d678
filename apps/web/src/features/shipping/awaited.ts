import type { LabelRequest } from '@vialdesk/contract/labels'
import { notifyDoubt, notifySuccess } from '#web/lib/notify.ts'

type Awaited = Pick<LabelRequest, 'carrier_state'>

/** The carrier has not answered: until it does, nobody may put another label in the place of this one. */
export const isAwaited = ({ carrier_state }: Awaited) =>
  carrier_state === 'asking' || carrier_state === 'unknown' || carrier_state === 'cancelling'

/** What came of asking the carrier; that it did not answer is no success. */
export const notifyAnswer = ({ message, ...request }: Awaited & { message: string }) =>
  (isAwaited(request) ? notifyDoubt : notifySuccess)(message)
