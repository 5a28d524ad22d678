/** The card gateway of a domain: the sandbox of its provider, or the simulator. */
import type { GatewayName } from '@vialdesk/contract/money/payments'
import { type Check, type Prepare, waitForNotice } from '#api/cli/providers/check.ts'
import { StepFailed } from '#api/cli/providers/steps.ts'
import { billingAddress, testCards } from '#api/cli/providers/test-data.ts'
import { inDomain } from '#api/db/transaction.ts'
import { findGatewayName, paymentSettings } from '#api/features/payments/payment-settings.queries.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { CardSecret } from '#api/platform/ports/card-secret.ts'
import type { CardEntry, PaymentGateway } from '#api/platform/ports/payments.ts'
import { webhookUrl } from '#api/platform/providers/webhooks.ts'
import { tokenize } from './browser-token.ts'
import { type Charged, checkCharges, type NewCardSource, type PaymentCheck } from './check-charges.ts'
import { checkRefund } from './check-refund.ts'
import { checkSavedCard } from './check-saved-card.ts'

/** For the clocks of the portal and of the gateway, which may differ. */
const HOUR_MS = 3_600_000

const sourceBy =
  (entry: CardEntry): PaymentCheck['sourceOf'] =>
  async (card, zip): Promise<NewCardSource> => {
    const billTo = billingAddress(zip)
    return entry.kind === 'token'
      ? { ...(await tokenize(entry.settings, card)), billTo }
      : { kind: 'card', card: new CardSecret(card), billTo }
  }

async function checkAccount({ steps, ports, domain }: Check, gateway: PaymentGateway): Promise<boolean> {
  if (!gateway.testConnection) return true
  const settings = await inDomain(ports.pool, domain.id, (db) => paymentSettings.read(db, ports.secretKey))
  const accepted = await steps.run('account', async () => {
    const { success, message } = (await gateway.testConnection?.(settings)) ?? { success: false, message: 'no answer' }
    if (!success) throw new StepFailed(message)
    return { value: success, detail: message }
  })
  return accepted === true
}

async function checkTokens({ steps }: Check, entry: CardEntry): Promise<boolean> {
  if (entry.kind !== 'token') return true
  const made = await steps.run('tokens of a browser', async () => {
    for (const card of Object.values(testCards)) await tokenize(entry.settings, card)
    return { value: true, detail: 'Visa, American Express' }
  })
  return made === true
}

async function checkWebhook(check: Check, provider: string, { transId }: Charged): Promise<void> {
  const { steps, ports, domain, options } = check
  const isThere = () =>
    inDomain(ports.pool, domain.id, async (db) => {
      const received =
        'select 1 from payment_webhook_events where domain_id = $1 and gateway = $2 and gateway_trans_id = $3 limit 1'
      return (await db.rows(received, [db.domainId, provider, transId])).length > 0
    })
  if (await waitForNotice(isThere, options.wait))
    await steps.run('webhook', async () => ({ value: true, detail: 'a notice has arrived' }))
  else steps.leaveOpen('webhook', `No notice yet. Its URL: ${webhookUrl(provider, domain, ports.publicUrl)}`)
}

const runWith = (provider: GatewayName, entry: CardEntry) => async (check: Check) => {
  const { steps, ports, domain } = check
  const gateway = ports.payments[provider]
  if (!(await checkAccount(check, gateway)) || !(await checkTokens(check, entry))) return
  const since = new Date(Date.now() - HOUR_MS)
  const payments: PaymentCheck = { steps, gateway, domainId: domain.id, since, sourceOf: sourceBy(entry) }
  const charged = await checkCharges(payments)
  await checkSavedCard(payments)
  await checkRefund(payments)
  if (charged && entry.kind === 'token') await checkWebhook(check, provider, charged)
}

export const prepare: Prepare = async ({ ports, domain }) => {
  const provider = await inDomain(ports.pool, domain.id, findGatewayName)
  const entry = await ports.payments[provider].cardEntry(domain.id)
  if (entry.kind === 'none') throw new StartFailure(`The domain ${domain.identifier} cannot take payments: it has no account.`)
  const run = runWith(provider, entry)
  if (entry.kind === 'typed') return { provider, title: 'the simulator: no provider is proven', run }
  if (entry.settings.environment !== 'sandbox')
    throw new StartFailure(`The domain ${domain.identifier} charges real cards: its account is not of the sandbox.`)
  return { provider, title: `the sandbox of ${ports.payments[provider].account?.label}`, run }
}
