/** Serves the OpenAPI document at /openapi.json and its readable page at /docs/api. The page loads nothing from other hosts. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { type Contract, describeApi } from './openapi.ts'

export async function addApiDocs(app: FastifyInstance, contract: Contract, version: string): Promise<void> {
  const document = describeApi(contract, version)
  const text = JSON.stringify(document)
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    theme: { title: document.info.title },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0, validatorUrl: null },
  })
}
