import { contract } from '@vialdesk/contract'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { changeSettings } from './change-settings.commands.ts'
import { getSettings } from './signing-settings.queries.ts'
import { testConnection } from './test-connection.commands.ts'

const { signing } = contract

export const settingsRouter = {
  settings: serve(signing.settings, ({ db, ...installation }) => getSettings(db, installation)),

  changeSettings: serve(signing.changeSettings, async ({ db, auditActor, body, ...installation }) => {
    await changeSettings(db, auditActor, installation.secretKey, body)
    return { ...(await getSettings(db, installation)), message: 'The signing settings have been saved.' }
  }),

  testConnection: serveWithProviders(signing.testConnection, ({ ports, transact, body }) =>
    testConnection(ports, transact, body),
  ),
}
