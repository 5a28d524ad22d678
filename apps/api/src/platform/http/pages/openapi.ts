/** Makes the OpenAPI document from the contract alone. */
import type { Access } from '@vialdesk/contract/base/access'
import type { Call } from '@vialdesk/contract/base/call'
import { apiErrors } from '@vialdesk/contract/base/errors'
import { featureTexts } from '@vialdesk/contract/features'
import { findNamedSchemas } from '@vialdesk/contract/schemas'
import type { z } from 'zod'
import { bodyValues } from './openapi/body-values.ts'
import { exampleAnswer, exampleBody } from './openapi/examples.ts'
import { componentSchemas, inlineSchemaOf, type JsonSchema } from './openapi/json-schemas.ts'

/** The calls of each feature, by name. */
export type Contract = Record<string, Record<string, Call>>

type Schemas = ReturnType<typeof componentSchemas>

/** One parameter for each key of the schema; lists are repeated keys. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inlineSchemaOf(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: shape,
  }))
}

const isFile = ({ type, format }: JsonSchema) => type === 'string' && format === 'binary'

/** Bodies with a file are multipart, all others JSON. Only a JSON body has an example. */
function bodyOf({ key, body }: Call, { used, schemaOf }: Schemas): object {
  if (!body) return {}
  const { properties = {} } = inlineSchemaOf(body, 'input')
  const schema = schemaOf(body, 'input')
  const content = Object.values(properties).some(isFile)
    ? { 'multipart/form-data': { schema } }
    : { 'application/json': { schema, example: exampleBody(schema, used, bodyValues[key]) } }
  return { requestBody: { required: !body.safeParse({}).success, content } }
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

const FOR_MACHINES = 'An access token may make this call.'
const NOT_FOR_MACHINES = 'No access token may make this call.'

const refusal = (...codes: (keyof typeof apiErrors)[]) => ({
  description: codes.map((code) => `\`${code}\`: ${apiErrors[code].message}`).join('\n\n'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

/** Types other than text are binary. */
const streamSchemaOf = (type: string) => ({ type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) })

function contentOf({ streams, answer }: Call, { used, schemaOf }: Schemas) {
  if (streams) return { [streams.split(';', 1)[0] as string]: { schema: streamSchemaOf(streams) } }
  const schema = schemaOf(answer, 'output')
  return { 'application/json': { schema, example: exampleAnswer(schema, used) } }
}

function answersOf(call: Call, schemas: Schemas): object {
  const { access } = call
  const hasInput = call.query || call.body || call.path.includes('{')
  return {
    [call.status]: call.status === 204 ? { description: 'Done.' } : { description: 'Done.', content: contentOf(call, schemas) },
    ...(access === 'public' ? {} : { 401: refusal('unauthenticated') }),
    ...(typeof access === 'string' ? {} : { 403: refusal('forbidden') }),
    404: refusal('not_found', 'unknown_domain'),
    ...(hasInput ? { 422: refusal('invalid') } : {}),
    ...(call.rateLimit || call.machine ? { 429: refusal('too_many') } : {}),
    default: { $ref: '#/components/responses/Refused' },
  }
}

/** Guests make a call that limits guests only, and admins for others, with their token. */
const securityOf = ({ access, rateLimitsGuestsOnly }: Call) =>
  access !== 'public' ? [{ token: [] }] : rateLimitsGuestsOnly ? [{}, { token: [] }] : []

function operationOf(feature: string, verb: string, call: Call, schemas: Schemas): object {
  return {
    tags: [feature],
    operationId: `${feature}.${verb}`,
    summary: call.summary,
    description: [describeAccess(call.access), call.machine ? FOR_MACHINES : NOT_FOR_MACHINES].join('\n\n'),
    security: securityOf(call),
    parameters: [
      { $ref: '#/components/parameters/Domain' },
      ...parametersOf('path', call.params),
      ...parametersOf('query', call.query),
    ],
    ...bodyOf(call, schemas),
    responses: answersOf(call, schemas),
  }
}

const components = {
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The token from the log-in response, or an access token that an admin made at /integrations. `Authorization: Token …` is accepted too.',
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
Times are ISO 8601 in UTC. Money is a decimal number of dollars. Lists take \`limit\` and \`offset\` and return \`count\` and \`results\`.
A machine uses an access token, which makes the calls that its admin chose. Each token may make 300 calls a minute; more are refused with 429 and
the header \`Retry-After\`.`

export const API_TITLE = 'Vialdesk API'

const tagTexts: Record<string, { description: string } | undefined> = Object.fromEntries(
  Object.entries(featureTexts).map(([feature, { title, description }]) => [feature, { description: `${title}. ${description}` }]),
)
const sortByName = (schemas: Record<string, JsonSchema>) =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The OpenAPI 3.1 document of a contract. */
export function describeApi(contract: Contract, version: string) {
  const paths: Record<string, Record<string, object>> = {}
  const answers = Object.values(contract).flatMap((calls) =>
    Object.values(calls).flatMap(({ streams, answer }) => (streams ? [] : [answer])),
  )
  const schemas = componentSchemas(findNamedSchemas(), answers)
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [verb, call] of Object.entries(calls)) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(feature, verb, call, schemas) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: API_TITLE, version, description: apiDescription },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contract).map((name) => ({ name, ...tagTexts[name] })),
    paths,
    components: { ...components, schemas: { ...components.schemas, ...sortByName(schemas.used) } },
  }
}
