import type { PaymentAccount } from '@vialdesk/contract/payments'
import type { AuthorizenetAccount } from '#api/adapters/payments/authorizenet/account.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Ports } from '#api/platform/ports.ts'
import { findSettings, readSecret } from '../gateway-account.queries.ts'

const INCOMPLETE = { success: false, message: 'Enter the API login ID and the transaction key.' }

/** The entered values, which are not saved yet, and the stored ones for the others. */
async function accountToTest(
  { secretKey }: Ports,
  transact: RunInTransaction,
  entered: PaymentAccount,
): Promise<AuthorizenetAccount | undefined> {
  const { row, stored } = await transact(async (db) => {
    const row = await findSettings(db)
    return { row, stored: readSecret(row, secretKey, db.domainId, 'transaction_key') }
  })
  const apiLoginId = entered.api_login_id || row.api_login_id
  const transactionKey = entered.transaction_key || stored
  if (apiLoginId === '' || transactionKey === undefined) return undefined
  return { apiLoginId, transactionKey, environment: entered.environment ?? row.environment, clientKey: row.client_key }
}

export async function testConnection(ports: Ports, transact: RunInTransaction, entered: PaymentAccount) {
  const account = await accountToTest(ports, transact, entered)
  return account ? ports.payments.authorizenet.testConnection(account) : INCOMPLETE
}
