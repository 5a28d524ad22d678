/** Serves the OpenAPI document at /openapi.json and its readable page at /docs/api. The page loads nothing from other hosts. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { API_TITLE, type Contract, describeApi } from './openapi.ts'

interface ApiDocsOptions {
  version: string
  /**
   * Whether the page can send calls ("Try it out"). Only on a developer's machine: elsewhere, people would paste tokens into it and
   * change real data.
   */
  sendsCalls: boolean
}

export async function addApiDocs(
  app: FastifyInstance,
  contract: Contract,
  { version, sendsCalls }: ApiDocsOptions,
): Promise<void> {
  // Describing all calls takes a quarter of the time of a start, so the first reader waits for it and not the start.
  let text: string | undefined
  const describe = () => {
    text ??= JSON.stringify(describeApi(contract, version))
    return text
  }
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(describe()))
  await app.register(swagger, { mode: 'static', specification: { document: { toJSON: () => JSON.parse(describe()) } as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    theme: { title: API_TITLE },
    uiConfig: {
      ...{ layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null },
      ...(!sendsCalls && { supportedSubmitMethods: [] }),
    },
  })
}
