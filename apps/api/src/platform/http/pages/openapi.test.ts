import { Validator } from '@seriousme/openapi-schema-validator'
import { contract } from '@vialdesk/contract'
import { type Call, call } from '@vialdesk/contract/base/call'
import { Chunks } from '@vialdesk/contract/base/primitives'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addSecurityHeaders } from '#api/platform/http/security-headers.ts'
import { addApiDocs } from './api-docs.ts'
import { describeApi } from './openapi.ts'

let app: FastifyInstance
interface Media {
  schema: { $ref?: string }
  example?: unknown
}
interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody: { content: Record<string, { schema: { properties: Record<string, object> }; example?: unknown }> }
  responses: Record<string, object>
}
let paths: Record<string, Record<string, Operation>>
const calls: Call[] = Object.values(contract).flatMap((feature) => Object.values(feature))

beforeAll(async () => {
  app = Fastify()
  addSecurityHeaders(app, { publicUrl: 'http://localhost', corsOrigins: [] })
  await addApiDocs(app, contract, { version: '0.1.0', sendsCalls: false })
  paths = (await app.inject({ url: '/openapi.json' })).json().paths
})
afterAll(() => app.close())

test('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate((await app.inject({ url: '/openapi.json' })).json())
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('has every call of the contract, with its slash, and nothing else', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(calls.map(({ key }) => key).sort())
  expect(described.length).toBeGreaterThan(0)
})

test('has unique operation ids and describes every path parameter', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
  for (const [path, methods] of Object.entries(paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    for (const { parameters } of Object.values(methods)) {
      const described = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(described).toEqual(named)
    }
  }
})

test.each(calls.map((each) => [each.key, each] as const))(
  '%s requires a token unless it is public',
  (_address, { access, path, method, rateLimitsGuestsOnly }) => {
    const operation = paths[path]?.[method.toLowerCase()]
    expect(operation?.security).toEqual(access !== 'public' ? [{ token: [] }] : rateLimitsGuestsOnly ? [{}, { token: [] }] : [])
  },
)

describe('tells integrators', () => {
  const { info, tags, components } = describeApi(contract, '1')

  test('the licence, and what each tag is about', () => {
    expect(info.license).toEqual({ name: 'Apache License 2.0', identifier: 'Apache-2.0' })
    expect(tags.map(({ name }) => name)).toEqual(Object.keys(contract))
    for (const { name, description } of tags as { name: string; description?: string }[])
      expect([name, description]).toEqual([name, expect.stringMatching(/\w+\. \w.*\.$/)])
  })

  test('the schemas by their names, to which calls refer', () => {
    const schemas = components.schemas as Record<string, { properties?: Record<string, { $ref?: string }> }>
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['User', 'Patient', 'Vial', 'Transaction', 'Refusal']))
    const schemaOf = (path: string) => {
      const operation = paths[path]?.get as Operation
      const { content } = operation.responses['200'] as { content: Record<string, Media> }
      return content['application/json']?.schema
    }
    expect(schemaOf('/api/v1/users/{id}/')).toEqual({ $ref: '#/components/schemas/User' })
    const page = schemaOf('/api/v1/transactions/') as { properties: Record<string, { items?: object }> }
    expect(page.properties.results?.items).toEqual({ $ref: '#/components/schemas/TransactionRow' })
    expect(schemas.TransactionRow?.properties?.state).toEqual({ $ref: '#/components/schemas/TransactionState' })
  })
})

const withJson = calls.filter(({ streams, status }) => !streams && status !== 204)
const operationOf = ({ path, method }: Call) => paths[path]?.[method.toLowerCase()] as Operation

test.each(withJson.map((each) => [each.key, each] as const))('%s has an example of its answer that fits', (_key, call) => {
  const { content } = operationOf(call).responses[call.status] as { content: Record<string, Media> }
  expect(call.answer.safeParse(content['application/json']?.example).error).toBeUndefined()
})

// If a body has rules between its fields, add the values of its example to openapi/body-values.ts.
const withBody = calls.filter(({ body, upload }) => body && !upload)
test.each(withBody.map((each) => [each.key, each] as const))('%s has an example of its body that is valid', (_key, call) => {
  const example = operationOf(call).requestBody.content['application/json']?.example
  expect(call.body?.safeParse(example).error).toBeUndefined()
})

const access = { lab: 'own' } as const
const probe = {
  files: {
    upload: call('POST /api/v1/utilities/upload-hc-logo/', access, {
      summary: 'Upload',
      body: z.object({ file: z.file(), title: z.string().optional() }),
      answer: z.object({}),
      status: 201,
      upload: { maxBytes: 1000 },
    }),
    taken: call('GET /api/v1/users/export-csv/', access, {
      summary: 'Taken along',
      answer: Chunks,
      streams: 'text/csv; charset=utf-8',
    }),
    printed: call('GET /api/v1/vials/labels/', access, { summary: 'Printed', answer: Chunks, streams: 'application/pdf' }),
    list: call('GET /api/v1/users/all/', access, {
      summary: 'List',
      query: z.object({ ids: z.array(z.coerce.number()).optional(), limit: z.coerce.number().default(20), from: z.string() }),
      answer: z.object({ at: z.string().transform(Number) }),
    }),
    remove: call('PATCH /api/v1/users/{id}/', access, { summary: 'Remove', answer: z.undefined(), status: 204 }),
  },
}
const operationIn = (path: string, method: string) => describeApi(probe, '1').paths[path]?.[method] as Operation

test('describes a body with a file as multipart, and the status of the call', () => {
  const { requestBody, responses } = operationIn('/api/v1/utilities/upload-hc-logo/', 'post')
  expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data'])
  expect(requestBody.content['multipart/form-data']?.schema.properties.file).toMatchObject({ type: 'string', format: 'binary' })
  expect(Object.keys(responses)).toEqual(['201', '401', '403', '404', '422', 'default'])
})

test('describes a stream by its media type', () => {
  const { responses } = operationIn('/api/v1/users/export-csv/', 'get')
  expect(responses['200']).toMatchObject({ content: { 'text/csv': { schema: { type: 'string' } } } })
  const { responses: printed } = operationIn('/api/v1/vials/labels/', 'get')
  expect(printed['200']).toMatchObject({ content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } })
})

test('makes query parameters with a default optional, and describes 204 without content', () => {
  const { parameters } = operationIn('/api/v1/users/all/', 'get')
  expect(parameters.slice(1).map(({ name, required }) => [name, required])).toEqual([
    ['ids', false],
    ['limit', false],
    ['from', true],
  ])
  expect(operationIn('/api/v1/users/{id}/', 'patch').responses[204]).toEqual({ description: 'Done.' })
})

test('serves the readable page and all its files itself, without inline scripts', async () => {
  const page = await app.inject({ url: '/docs/api/' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/)
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
  expect(loaded.length).toBeGreaterThan(3)
  for (const address of loaded) {
    expect(address).not.toMatch(/^([a-z]+:|\/\/)/i)
    const { statusCode } = await app.inject({ url: new URL(address, 'http://localhost/docs/api/').pathname })
    expect([address, statusCode]).toEqual([address, 200])
  }
})
