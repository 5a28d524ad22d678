import { contract } from '@vialdesk/contract'
import { serveWithProviders } from '#api/platform/http/serve.ts'
import { getBrowserSettings } from './browser-settings.queries.ts'

const { payments } = contract

export const paymentsRouter = {
  browserSettings: serveWithProviders(payments.browserSettings, ({ domain, ports, transact }) =>
    getBrowserSettings(domain, ports, transact),
  ),
}
