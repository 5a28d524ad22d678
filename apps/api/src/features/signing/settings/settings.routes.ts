import { contract } from '@vialdesk/contract'
import { serveWithProviders } from '#api/platform/http/serve.ts'
import { changeSettings } from './change-settings.commands.ts'
import { getSettings } from './signing-settings.queries.ts'
import { testConnection } from './test-connection.commands.ts'

const { signing } = contract

export const settingsRouter = {
  settings: serveWithProviders(signing.settings, ({ domain, ports, transact }) =>
    transact((db) => getSettings(db, domain, ports)),
  ),

  changeSettings: serveWithProviders(signing.changeSettings, ({ domain, ports, transact, body }) =>
    transact(async (db) => {
      await changeSettings(db, ports, body)
      return { ...(await getSettings(db, domain, ports)), message: 'The signing settings have been saved.' }
    }),
  ),

  testConnection: serveWithProviders(signing.testConnection, ({ ports, transact, body }) =>
    testConnection(ports, transact, body),
  ),
}
