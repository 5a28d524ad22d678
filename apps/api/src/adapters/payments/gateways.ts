/** All card gateways. A domain chooses one of them. */
import { PAYMENTS_NOT_SET_UP } from '@vialdesk/contract/money/payments'
import type pg from 'pg'
import {
  type ChargeOutcome,
  GatewayUnavailable,
  type PaymentGateway,
  type PaymentGateways,
  type SettingsOf,
} from '#api/platform/ports/payments.ts'
import { authorizenetGateway } from './authorizenet.ts'
import { embeddedGateway } from './embedded.ts'

const CODE = 'not_set_up'
const refuse = async (): Promise<ChargeOutcome> => ({ kind: 'rejected', code: CODE, userMessage: PAYMENTS_NOT_SET_UP, raw: {} })
/** A payment of the time with the simulator cannot be looked up any more. */
const unavailable = () => Promise.reject(new GatewayUnavailable(PAYMENTS_NOT_SET_UP))

/** In place of the simulator, for domains without an account: nothing is charged, and nothing was. */
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
})

interface Options {
  /** The application role. */
  pool: pg.Pool
  settingsOf: SettingsOf
  /** Whether domains without an account use the simulator. Else they cannot take payments. */
  simulates: boolean
}

export const paymentGateways = ({ pool, settingsOf, simulates }: Options): PaymentGateways => ({
  embedded: simulates ? embeddedGateway({ pool }) : notSetUpGateway(),
  authorizenet: authorizenetGateway({ settingsOf }),
})
