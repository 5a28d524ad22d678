import { contract } from '@vialdesk/contract'
import { serveWithProviders } from '#api/platform/http/serve.ts'
import { getBrowserSettings } from './browser-settings.queries.ts'
import { changeSettings } from './settings/change-settings.commands.ts'
import { getSettings } from './settings/payment-settings.queries.ts'
import { testConnection } from './settings/test-connection.commands.ts'

const { payments } = contract

export const paymentsRouter = {
  browserSettings: serveWithProviders(payments.browserSettings, ({ domain, ports, transact }) =>
    getBrowserSettings(domain, ports, transact),
  ),

  settings: serveWithProviders(payments.settings, ({ domain, ports, transact }) => getSettings(domain, ports, transact)),

  changeSettings: serveWithProviders(payments.changeSettings, async ({ domain, ports, transact, auditActor, body }) => {
    await transact((db) => changeSettings(db, auditActor, ports.secretKey, body))
    return { ...(await getSettings(domain, ports, transact)), message: 'The payment settings have been saved.' }
  }),

  testConnection: serveWithProviders(payments.testConnection, ({ ports, transact, body }) =>
    testConnection(ports, transact, body),
  ),
}
