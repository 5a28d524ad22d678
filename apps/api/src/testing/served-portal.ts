/** The whole portal, opened from its settings as the program does, but in the process of the tests: there its code is loaded already. */
import { servePortal } from '#api/main/serve-portal.ts'
import { openServices, type Services } from '#api/main/services.ts'
import { readConfiguration } from '#api/platform/config/configuration.ts'

export interface ServedPortal {
  url: string
  services: Services
  /** Stops in order, as after SIGTERM. */
  stop(): Promise<void>
}

/** Listens on a free port. The caller gives DATA_DIR, and DATABASE_URL with SECRET_KEY. */
export async function startServedPortal(settings: Record<string, string>): Promise<ServedPortal> {
  const configuration = readConfiguration({ LOG_LEVEL: 'silent', DEMO: 'off', ...settings })
  const services = await openServices({ ...configuration, port: 0 })
  const { port, stop } = await servePortal(services).catch(async (error) => {
    await services.close()
    throw error
  })
  return {
    url: `http://127.0.0.1:${port}`,
    services,
    stop: async () => services.close(await stop()),
  }
}
