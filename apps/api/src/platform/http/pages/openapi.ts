/** Makes the OpenAPI document from the contract alone. */
import { callAccess } from '@vialdesk/contract/access'
import type { Access } from '@vialdesk/contract/access-groups'
import type { Call } from '@vialdesk/contract/call'
import { apiErrors } from '@vialdesk/contract/errors'
import { z } from 'zod'

/** The calls of each feature, by name. */
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

/** One parameter for each key of the schema; lists are repeated keys. */
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

/** Bodies with a file are multipart, all others JSON. */
function bodyOf(schema: z.ZodType | undefined): object {
  if (!schema) return {}
  const shape = schemaOf(schema, 'input')
  const kind = Object.values(shape.properties ?? {}).some(isFile) ? 'multipart/form-data' : 'application/json'
  return { requestBody: { required: (shape.required?.length ?? 0) > 0, content: { [kind]: { schema: shape } } } }
}

const scopeDescriptions = {
  domain: 'all data of the domain',
  own: 'their own data',
  visible: 'data they may see',
  team: 'data of their own sales line',
}

/** A description for people: which roles may make the call, and how far they reach. */
function describeAccess(access: Access): string {
  if (access === 'public') return 'Anyone, without a session.'
  if (access === 'session') return 'Anyone with a session.'
  const lines = Object.entries(access).map(([role, scope]) => `- \`${role}\`: ${scopeDescriptions[scope]}`)
  return `Allowed roles and the data they reach:\n${lines.join('\n')}`
}

const refusal = (...codes: (keyof typeof apiErrors)[]) => ({
  description: codes.map((code) => `\`${code}\`: ${apiErrors[code].message}`).join('\n\n'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

/** Types other than text are binary. */
const streamSchemaOf = (type: string) => ({ type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) })

const contentOf = ({ streams, answer }: Call) =>
  streams
    ? { [streams.split(';', 1)[0] as string]: { schema: streamSchemaOf(streams) } }
    : { 'application/json': { schema: schemaOf(answer, 'output') } }

function answersOf(call: Call, access: Access): object {
  const hasInput = call.query || call.body || call.path.includes('{')
  return {
    [call.status]: call.status === 204 ? { description: 'Done.' } : { description: 'Done.', content: contentOf(call) },
    ...(access === 'public' ? {} : { 401: refusal('unauthenticated') }),
    ...(typeof access === 'string' ? {} : { 403: refusal('forbidden') }),
    404: refusal('not_found', 'unknown_domain'),
    ...(hasInput ? { 422: refusal('invalid') } : {}),
    ...(call.rateLimit ? { 429: refusal('too_many') } : {}),
    default: { $ref: '#/components/responses/Refused' },
  }
}

function operationOf(feature: string, verb: string, call: Call): object {
  const access: Access = callAccess[call.key]
  return {
    tags: [feature],
    operationId: `${feature}.${verb}`,
    summary: call.summary,
    description: describeAccess(access),
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
      description: 'The token from the log-in response. `Authorization: Token …` is accepted too.',
    },
  },
  parameters: {
    Domain: {
      name: 'Domain',
      in: 'header',
      required: false,
      description: 'The identifier of the domain. Without it, the host name decides.',
      schema: { type: 'string' },
    },
  },
  schemas: {
    Refusal: {
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string', description: 'A message for the user.' },
        code: { type: 'string', enum: Object.keys(apiErrors) },
        errors: {
          type: 'object',
          description: 'Messages by field; nested fields are dotted.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        incident: { type: 'string', description: 'Only with `internal`: the id to quote in a support request.' },
      },
    },
  },
  responses: {
    Refused: {
      description: 'Refused; the code gives the reason.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  },
}

const apiDescription = `Every path ends in a slash and also works without it. Paths under \`/auth/\` and \`/domain/\` also work under \`/api/v1/\`.
Times are ISO 8601 in UTC. Money is a decimal number of dollars. Lists take \`limit\` and \`offset\` and return \`count\` and \`results\`.`

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
    info: { title: 'Vialdesk API', version, description: apiDescription },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components,
  }
}
