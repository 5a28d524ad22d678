import { GatewayUnavailable } from '#api/platform/ports/payments.ts'
import type { ConnectionTest } from '#api/platform/ports/provider.ts'
import { request, type Session } from './reading.ts'

const failed = (message: string): ConnectionTest => ({ success: false, message })

/** Codes for credentials that are wrong, or that belong to an account of the other environment. */
const WRONG_CREDENTIALS = ['E00005', 'E00006', 'E00007', 'E00008', 'E00010']
const NO_PERMISSION = ['E00010', 'E00011']
const IN_TEST_MODE = 'E00009'

const CONNECTED = 'Authorize.Net accepted the keys.'
const NO_REPORTS =
  'Authorize.Net accepted the keys, but the Transaction Details API is off. Turn it on in the Merchant Interface: Account > Settings > Transaction Details API.'
const TEST_MODE =
  'The account is in Test Mode, in which it charges nobody. Turn it off in the Merchant Interface: Account > Settings > Test Mode.'
const UNREACHABLE = 'Authorize.Net cannot be reached now. Try again later.'

const wrongKeys = ({ account }: Session) =>
  `Authorize.Net did not accept the API login ID and the transaction key. Check both, and that they belong to ${account.environment === 'sandbox' ? 'a sandbox account' : 'a production account'}.`

const refused = (code: string) => (code === IN_TEST_MODE ? TEST_MODE : `Authorize.Net refused the request (${code}).`)

/** Tries the keys, then whether the portal may read transactions, without which it cannot confirm payments. */
export async function testConnection(session: Session): Promise<ConnectionTest> {
  try {
    const { refusal } = await request(session, 'authenticateTestRequest', {})
    if (refusal !== undefined) return failed(WRONG_CREDENTIALS.includes(refusal) ? wrongKeys(session) : refused(refusal))
    const paging = { limit: 1, offset: 1 }
    const { refusal: ofReports } = await request(session, 'getUnsettledTransactionListRequest', { paging })
    if (ofReports === undefined) return { success: true, message: CONNECTED }
    return failed(NO_PERMISSION.includes(ofReports) ? NO_REPORTS : refused(ofReports))
  } catch (error) {
    if (error instanceof GatewayUnavailable) return failed(UNREACHABLE)
    throw error
  }
}
