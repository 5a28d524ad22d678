/** All card gateways. A domain chooses one of them. */
import type pg from 'pg'
import { authorizenetGateway } from './authorizenet.ts'
import { embeddedGateway } from './embedded.ts'
import { notSetUpGateway } from './not-set-up.ts'
import type { PaymentGateways, SettingsOf } from './port.ts'

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
