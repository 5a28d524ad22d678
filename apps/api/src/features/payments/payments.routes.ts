import { contract } from '@vialdesk/contract'
import type { PaymentSettings } from '@vialdesk/contract/money/payments'
import { serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { nameWithAccount, withEntered } from '#api/platform/providers/provider-settings.ts'
import { webhookUrl } from '#api/platform/providers/webhooks.ts'
import { changeSettings } from './change-settings.commands.ts'
import { getBrowserSettings, type PaymentContext, paymentSettings } from './payment-settings.queries.ts'

const { payments } = contract

async function getSettings({ domain, ports, transact }: PaymentContext): Promise<PaymentSettings> {
  const { kind } = await ports.payments.embedded.cardEntry(domain.id)
  const settings = await transact((db) => paymentSettings.describe(db, ports.secretKey))
  const webhook_url = webhookUrl(nameWithAccount(ports.payments, settings.gateway), domain, ports.publicUrl)
  return { ...settings, webhook_url, simulates: kind !== 'none' }
}

export const paymentsRouter = {
  browserSettings: serveWithProviders(payments.browserSettings, getBrowserSettings),

  settings: serveWithProviders(payments.settings, getSettings),

  changeSettings: serveWithProviders(payments.changeSettings, async (context) => {
    const { ports, transact, body } = context
    await transact((db) => changeSettings(db, ports, body))
    return { ...(await getSettings(context)), message: 'The payment settings have been saved.' }
  }),

  testConnection: serveWithProviders(payments.testConnection, async ({ ports, transact, body: { gateway, ...entered } }) => {
    const stored = await transact((db) => paymentSettings.read(db, ports.secretKey))
    const tried = ports.payments[nameWithAccount(ports.payments, gateway ?? stored.gateway)]
    return (await tried.testConnection?.(withEntered(stored, entered))) ?? fail('unavailable')
  }),
}
