/** Serves the OpenAPI document at /openapi.json and its readable page at /docs/api. The page loads nothing from other hosts. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { type Contract, describeApi } from './openapi.ts'

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
  const document = describeApi(contract, version)
  const text = JSON.stringify(document)
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    theme: { title: document.info.title },
    uiConfig: {
      ...{ layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null },
      ...(!sendsCalls && { supportedSubmitMethods: [] }),
    },
  })
}
