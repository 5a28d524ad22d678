/**
 * Every field of every call is given wrong values. Each is refused in a plain sentence of the contract, which refused-inputs.snapshot.txt
 * lists for review, and nothing of the validation library. The server adds only the way to the refusal, so a few requests prove that.
 */
import { allCalls } from '@vialdesk/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toApiError } from '#api/platform/http/errors/to-api-error.ts'
import { exampleAnswer } from '#api/platform/http/pages/openapi/examples.ts'
import { inlineSchemaOf, type JsonSchema } from '#api/platform/http/pages/openapi/json-schemas.ts'
import { createUser } from '#api/testing/factories.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

/** The library would use this text if the contract had no sentence. */
const NO_SENTENCE = 'no sentence of the contract'

type Setting = readonly [path: readonly string[], value: unknown]
/** A field, with the fixed values of the alternative to which it belongs. A container has fields or items. */
interface Field {
  path: readonly string[]
  fixed: readonly Setting[]
  isContainer: boolean
}

function fieldsOf(schema: JsonSchema, path: readonly string[] = [], fixed: readonly Setting[] = []): Field[] {
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options) return options.flatMap((option) => fieldsOf(option, path, fixed))
  const parts = Object.entries(schema.properties ?? {})
  const own = parts.flatMap(([key, part]): Setting[] => (part.const === undefined ? [] : [[[...path, key], part.const]]))
  const below = parts.flatMap(([key, part]) => fieldsOf(part, [...path, key], [...fixed, ...own]))
  const items = schema.items ? fieldsOf(schema.items as JsonSchema, [...path, '0'], fixed) : []
  return [{ path, fixed, isContainer: parts.length > 0 || items.length > 0 }, ...below, ...items]
}

/** The value with another value at this path. Names such as `__proto__` become fields like any other. */
function withValue(given: unknown, [[key, ...rest], value]: Setting): unknown {
  if (key === undefined) return value
  if (key === '0') return [withValue(Array.isArray(given) ? given[0] : undefined, [rest, value])]
  const entries = Object.entries(typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {})
  const before = entries.find(([name]) => name === key)?.[1]
  return Object.fromEntries([...entries.filter(([name]) => name !== key), [key, withValue(before, [rest, value])]])
}

const inherited = ['toString', 'constructor', '__proto__', 'hasOwnProperty']
const unknownKeys = ['not_a_field', ...inherited]
const wrongValues = [
  ...[undefined, null, true, -1, 0.001, 1e308, '', 'x', 'x'.repeat(5000), 'a\0b', 'toString'],
  ...[[], ['x'], Array.from({ length: 500 }, (_, n) => n + 1), {}],
]

/** The sentences of a refusal, as the server answers them. */
function sentencesOf(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input)
  if (!error) return []
  const refusal = toApiError(error)
  return [...(refusal?.errors ? [] : [refusal?.message ?? 'not refused']), ...Object.values(refusal?.errors ?? {}).flat()]
}

/** What every sentence has in common. Those of the specification have no full stop. */
const isPlain = (sentence: string) =>
  /^[A-Z][^<>{}[\]"\\]*[.!]$/.test(sentence) && !/undefined|null|NaN|regex|Invalid|schema/.test(sentence)
const specified = ['Min Length 8', 'Please select a patient(s)']

/**
 * The wrong inputs of a schema. All simple fields get the same wrong value at once, because each is refused for itself. One at a time they
 * are left out or blank, so that the rules between fields are broken, too.
 */
function* wrongInputs(schema: z.ZodType): Generator<unknown> {
  const json = inlineSchemaOf(schema, 'input')
  const example = exampleAnswer(json, {})
  const fields = fieldsOf(json)
  const simple = fields.filter(({ isContainer }) => !isContainer)
  for (const value of wrongValues) yield simple.map(({ path }): Setting => [path, value]).reduce(withValue, example)
  for (const { path, fixed, isContainer } of fields) {
    const base = fixed.reduce(withValue, example)
    for (const value of isContainer ? wrongValues : [undefined, '']) yield withValue(base, [path, value])
    for (const key of isContainer ? unknownKeys : []) yield withValue(base, [[...path, key], 'x'])
  }
}

test('each field refuses wrong values in a plain sentence', async () => {
  z.config({ localeError: () => NO_SENTENCE })
  const schemas = new Set(allCalls.flatMap(({ query, body }) => [query, body]).filter((schema) => schema !== undefined))
  const found = new Set<string>()
  for (const schema of schemas)
    for (const input of wrongInputs(schema)) for (const sentence of sentencesOf(schema, input)) found.add(sentence)
  expect([...found].filter((sentence) => !isPlain(sentence) && !specified.includes(sentence))).toEqual([])
  await expect(`${[...found].sort().join('\n')}\n`).toMatchFileSnapshot('refused-inputs.snapshot.txt')
})

describe('names that every object has are unknown names for the server', () => {
  let portal: TestPortal
  let admin: TestClient
  let token: string
  beforeAll(async () => {
    portal = await startTestPortal()
    const id = await portal.seed((db) => createUser(db, 'admin'))
    ;[admin, token] = [await portal.as(id), await portal.tokenOf(id)]
  })
  afterAll(() => portal.close())

  const refusal = (key: string) => ({ code: 'invalid', errors: { [key]: ['There is no such field.'] } })

  test.each(['toString', 'constructor', 'hasOwnProperty'])('%s in a strict body', async (key) => {
    const answer = await admin.post(
      '/api/v1/coupon-codes/',
      JSON.parse(`{"name":"A","code":"A","discount_amount":1,"max_use_number":0,"${key}":"x"}`),
    )
    expect([answer.statusCode, answer.json()]).toEqual([422, expect.objectContaining(refusal(key))])
  })

  test.each([['null'], ['5'], ['"text"'], ['[]'], ['[{"toString":1}]']])('%s in place of a body', async (payload) => {
    const headers = { domain: 'acme', authorization: `Token ${token}`, 'content-type': 'application/json' }
    const answer = await portal.app.inject({ method: 'POST', url: '/api/v1/coupon-codes/', headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid'])
  })

  test('in a query, an order, a path, a header and a form', async () => {
    const statuses = [
      admin.get('/api/v1/coupon-codes/?__proto__=x&toString=x&constructor=x'),
      admin.get('/api/v1/coupon-codes/?sort=toString'),
      admin.get('/api/v1/users/constructor/'),
      admin.get('/api/v1/users/all/', { domain: 'constructor' }),
      admin.post('/api/v1/list-exports/', { list: 'toString' }),
    ].map(async (answer) => (await answer).statusCode)
    expect(await Promise.all(statuses)).toEqual([200, 422, 404, 404, 422])
    const { payload, type } = multipartForm(inherited.map((name) => [name, 'x']))
    const headers = { domain: 'acme', authorization: `Token ${token}`, 'content-type': type }
    const form = { method: 'PATCH', url: `/domain/config/${portal.domainId}/`, headers, payload } as const
    expect((await portal.app.inject(form)).statusCode, 'settings that it does not know are left alone').toBe(200)
  })
})
