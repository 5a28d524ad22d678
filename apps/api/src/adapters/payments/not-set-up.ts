/** In place of the simulator, for domains without an account: nothing is charged, and nothing was. */
import { PAYMENTS_NOT_SET_UP } from '@vialdesk/contract/payments'
import { type ChargeOutcome, GatewayUnavailable, type PaymentGateway } from './port.ts'

const CODE = 'not_set_up'
const refuse = async (): Promise<ChargeOutcome> => ({ kind: 'rejected', code: CODE, userMessage: PAYMENTS_NOT_SET_UP, raw: {} })
/** A payment of the time with the simulator cannot be looked up any more. */
const unavailable = () => Promise.reject(new GatewayUnavailable(PAYMENTS_NOT_SET_UP))

export const notSetUpGateway = (): PaymentGateway => ({
  cardEntry: async () => ({ kind: 'none' }),
  charge: refuse,
  void: refuse,
  refund: refuse,
  find: unavailable,
  get: unavailable,
  findRefund: unavailable,
  ensureCustomer: unavailable,
  listCards: async () => [],
  addCard: async () => ({ kind: 'rejected', code: CODE, userMessage: PAYMENTS_NOT_SET_UP }),
  deleteCard: unavailable,
  readNotice: async () => undefined,
})
