/** Adds a route for every call, with and without the slash at the end. Calls under auth and domain also answer under api/v1. */
import type { FastifyInstance } from 'fastify'
import { answerSchema, compileSerializer } from './answer-schema.ts'
import { type PipelineOptions, pipeline } from './pipeline.ts'
import type { Endpoint } from './serve.ts'
import { leaveFormsUnread } from './uploads.ts'

/** Bytes of a body with card data. */
const CARD_BODY_LIMIT = 8 * 1024

const pathsOf = (path: string) => (/^\/(auth|domain)\//.test(path) ? [path, `/api/v1${path}`] : [path])

export function addRoutes(app: FastifyInstance, endpoints: readonly Endpoint[], parts: PipelineOptions): void {
  app.decorateRequest('domain', undefined)
  app.decorateRequest('actor', undefined)
  app.setSerializerCompiler(compileSerializer)
  for (const endpoint of endpoints.filter(({ call }) => !call.upload)) addRoute(app, endpoint, parts)
  app.register((forms, _options, done) => {
    leaveFormsUnread(forms)
    for (const endpoint of endpoints.filter(({ call }) => call.upload)) addRoute(forms, endpoint, parts)
    done()
  })
}

function addRoute(app: FastifyInstance, endpoint: Endpoint, parts: PipelineOptions): void {
  const { call } = endpoint
  for (const path of pathsOf(call.path)) {
    app.route({
      method: call.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(call.hasCardData && { bodyLimit: CARD_BODY_LIMIT }),
      config: { explainsRefusals: call.explainsRefusals, writes: call.writes },
      ...(!call.streams && { schema: { response: { [call.status]: answerSchema(call.answer) } } }),
      handler: pipeline(endpoint, parts),
    })
  }
}
