import type { BoldsignRegion } from '@vialdesk/contract/signing'
import { type SigningAccount, SigningRefused, SigningUnavailable } from '#api/adapters/signing/port.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { getSigningAccount } from '#api/features/templates/signing-account.queries.ts'
import type { Ports } from '#api/platform/ports.ts'

export const CONNECTED = 'BoldSign accepted the key.'

interface Entered {
  region?: BoldsignRegion | undefined
  api_key?: string | undefined
}

function messageOf({ retryAfterSeconds }: SigningUnavailable): string {
  if (retryAfterSeconds === undefined) return 'BoldSign cannot be reached now. Try again later.'
  return `BoldSign accepts no more requests now. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds / 60))} min.`
}

/** The account with the entered key and region, which are not saved yet, or with the stored ones. */
async function accountToTest(
  { secretKey }: Ports,
  transact: RunInTransaction,
  { region, api_key }: Entered,
): Promise<SigningAccount> {
  const { account } = await transact((db) => getSigningAccount(db, secretKey, 'boldsign'))
  return { ...account, ...(region && { region }), ...(api_key && { apiKey: api_key }) }
}

export async function testConnection(ports: Ports, transact: RunInTransaction, entered: Entered) {
  const account = await accountToTest(ports, transact, entered)
  try {
    await ports.signing.boldsign.testConnection(account)
    return { success: true, message: CONNECTED }
  } catch (error) {
    if (error instanceof SigningRefused) return { success: false, message: error.message }
    if (error instanceof SigningUnavailable) return { success: false, message: messageOf(error) }
    throw error
  }
}
