/** All card gateways. A domain chooses one of them. */
import type pg from 'pg'
import type { AccountOf } from './authorizenet/account.ts'
import { authorizenetGateway } from './authorizenet.ts'
import { embeddedGateway } from './embedded.ts'
import { notSetUpGateway } from './not-set-up.ts'
import type { PaymentGateways } from './port.ts'

interface Options {
  /** The application role. */
  pool: pg.Pool
  accountOf: AccountOf
  /** Whether domains without an account use the simulator. Else they cannot take payments. */
  simulates: boolean
}

export const paymentGateways = ({ pool, accountOf, simulates }: Options): PaymentGateways => ({
  embedded: simulates ? embeddedGateway({ pool }) : notSetUpGateway(),
  authorizenet: authorizenetGateway({ accountOf }),
})
