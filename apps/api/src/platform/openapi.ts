/** The API's description, made from the contract alone: what is not promised there is not in it. */
import { type Access, callAccess } from '@vialdesk/contract/access'
import type { Call } from '@vialdesk/contract/call'
import { refusals } from '@vialdesk/contract/errors'
import { z } from 'zod'

/** Features, each with its calls by verb. */
export type Contract = Record<string, Record<string, Call>>

interface JsonSchema {
  [key: string]: unknown
  type?: string
  format?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

/** A parameter for each key of the schema; lists are repeated keys. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: shape,
  }))
}

const isFile = ({ type, format }: JsonSchema) => type === 'string' && format === 'binary'

/** Bodies with a file travel as multipart, all others as JSON. */
function bodyOf(schema: z.ZodType | undefined): object {
  if (!schema) return {}
  const shape = schemaOf(schema, 'input')
  const kind = Object.values(shape.properties ?? {}).some(isFile) ? 'multipart/form-data' : 'application/json'
  return { requestBody: { required: (shape.required?.length ?? 0) > 0, content: { [kind]: { schema: shape } } } }
}

const reaches = {
  domain: 'everything of the domain',
  own: 'their own',
  visible: 'what they may see',
  team: 'their own sales line',
}

/** In words for people: who may make the call, and how far they reach. */
function whoMay(access: Access): string {
  if (access === 'public') return 'Anyone, without a session.'
  if (access === 'session') return 'Anyone with a session.'
  const lines = Object.entries(access).map(([role, scope]) => `- \`${role}\`: ${reaches[scope]}`)
  return `Who may, and how far they reach:\n${lines.join('\n')}`
}

const refusal = (...codes: (keyof typeof refusals)[]) => ({
  description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

/** What is no text is bytes. */
const piecesOf = (type: string) => ({ type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) })

const contentOf = ({ streams, answer }: Call) =>
  streams
    ? { [streams.split(';', 1)[0] as string]: { schema: piecesOf(streams) } }
    : { 'application/json': { schema: schemaOf(answer, 'output') } }

function answersOf(call: Call, access: Access): object {
  const hasInput = call.query || call.body || call.path.includes('{')
  return {
    [call.status]: call.status === 204 ? { description: 'Done.' } : { description: 'Done.', content: contentOf(call) },
    ...(access === 'public' ? {} : { 401: refusal('unauthenticated') }),
    ...(typeof access === 'string' ? {} : { 403: refusal('forbidden') }),
    404: refusal('not_found', 'unknown_domain'),
    ...(hasInput ? { 422: refusal('invalid') } : {}),
    ...(call.limit ? { 429: refusal('too_many') } : {}),
    default: { $ref: '#/components/responses/Refused' },
  }
}

function operationOf(feature: string, verb: string, call: Call): object {
  const access: Access = callAccess[call.address]
  return {
    tags: [feature],
    operationId: `${feature}.${verb}`,
    summary: call.summary,
    description: whoMay(access),
    security: access === 'public' ? [] : [{ token: [] }],
    parameters: [
      { $ref: '#/components/parameters/Domain' },
      ...parametersOf('path', call.params),
      ...parametersOf('query', call.query),
    ],
    ...bodyOf(call.body),
    responses: answersOf(call, access),
  }
}

const components = {
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token that a log-in answers. `Authorization: Token …` is taken too.',
    },
  },
  parameters: {
    Domain: {
      name: 'Domain',
      in: 'header',
      required: false,
      description: 'The identifier of the domain; without it the host name decides.',
      schema: { type: 'string' },
    },
  },
  schemas: {
    Refusal: {
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string', description: 'A sentence for people.' },
        code: { type: 'string', enum: Object.keys(refusals) },
        errors: {
          type: 'object',
          description: 'Sentences by field; nested fields are dotted.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        incident: { type: 'string', description: 'Only with `internal`: what to name when asking about it.' },
      },
    },
  },
  responses: {
    Refused: {
      description: 'Refused; the code says why.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  },
}

const about = `Every path ends in a slash and answers alike without it. Paths under \`/auth/\` and \`/domain/\` answer under \`/api/v1/\` too.
Moments are ISO 8601 in UTC, money is a decimal number of dollars, lists take \`limit\` and \`offset\` and answer \`count\` and \`results\`.`

/** The OpenAPI 3.1 document of a contract. */
export function describeApi(contract: Contract, version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [verb, call] of Object.entries(calls)) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(feature, verb, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vialdesk API', version, description: about },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components,
  }
}
