/**
 * A card number in any text field of any call is refused by name and is nowhere in the database. The fields are taken from the
 * contract, so a new field takes part by itself.
 */
import { contract } from '@vialdesk/contract'
import { callAccess } from '@vialdesk/contract/access'
import type { Call } from '@vialdesk/contract/call'
import type { Role } from '@vialdesk/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { NO_CARD_NUMBERS } from '#api/platform/card-numbers.ts'
import { aUser } from '#api/testing/factories.ts'
import { formOf } from '#api/testing/forms.ts'
import { type TestPortal, testPortal } from '#api/testing/portal.ts'

const CARD = '4111111111111111'

interface Schema {
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Paths of the text fields of an input; of a list its first item. */
function textsOf(schema: Schema, path: string[] = []): string[][] {
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.flatMap((option) => textsOf(option, path))
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, part]) => textsOf(part, [...path, key]))
  if (schema.items) return textsOf(schema.items, [...path, '0'])
  return schema.type === 'string' ? [path] : []
}

const inputWith = ([key, ...rest]: string[], value: string): unknown => {
  if (key === undefined) return value
  return key === '0' ? [inputWith(rest, value)] : { [key]: inputWith(rest, value) }
}

const isCardsOwn = (call: Call, [first]: string[]) => call.card && first === 'credit_card'
const fields = (Object.values(contract) as Record<string, Call>[])
  .flatMap((feature) => Object.values(feature))
  .flatMap((call) =>
    (['query', 'body'] as const).flatMap((part) => {
      const schema = call[part]
      if (!schema) return []
      const texts = textsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
      const unique = new Map(texts.map((path) => [path.join('.'), path]))
      return [...unique.values()].filter((path) => !isCardsOwn(call, path)).map((path) => ({ call, part, path }))
    }),
  )
  .map((field) => [`${field.call.address} ${field.part} ${field.path.join('.')}`, field] as const)

let portal: TestPortal
const users = new Map<Role, number>()
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

/** As a role that may make the call: the first one of its row in the access table. */
async function tokenFor({ address }: Call): Promise<string | undefined> {
  const access = callAccess[address]
  if (access === 'public') return undefined
  const role = access === 'session' ? 'admin' : (Object.keys(access)[0] as Role)
  const known = users.get(role) ?? (await portal.arrange((db) => aUser(db, role)))
  users.set(role, known)
  return portal.tokenOf(known)
}

async function send({ call, part, path }: (typeof fields)[number][1]) {
  const token = await tokenFor(call)
  const id = call.params.safeParse({ id: '1' }).success ? '1' : '00000000-0000-4000-8000-000000000000'
  const url = call.path.replace('{id}', id).replace(/\{\w+\}/g, '1')
  const headers = { domain: 'acme', 'x-request-id': CARD, 'user-agent': CARD, ...(token && { authorization: `Token ${token}` }) }
  const input = inputWith(path, CARD)
  if (part === 'query') return portal.app.inject({ method: call.method, url, headers, query: input as Record<string, string> })
  if (!call.upload) return portal.app.inject({ method: call.method, url, headers, payload: input as object })
  const form = formOf([[path[0] as string, CARD]])
  return portal.app.inject({
    method: call.method,
    url,
    headers: { ...headers, 'content-type': form.type },
    payload: form.payload,
  })
}

/** Tables of the database that hold the text anywhere, the queue among them. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await portal.owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  )
  const found = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await portal.owner.query(`select 1 from ${name} row where row::text like $1 limit 1`, [`%${text}%`])
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

test('there is much to try', () => {
  expect(fields.length).toBeGreaterThan(150)
})

test.each(fields)('%s', async (_, field) => {
  const answer = await send(field)
  expect(answer.statusCode, answer.body).toBe(422)
  expect(answer.json().errors).toEqual({ [field.path.join('.')]: [NO_CARD_NUMBERS] })
})

test('no table holds a card number that came in a field or a header', async () => {
  const admin = await portal.arrange((db) => aUser(db, 'admin'))
  const headers = {
    domain: 'acme',
    'x-request-id': CARD,
    'user-agent': `Browser ${CARD}`,
    authorization: `Token ${await portal.tokenOf(admin)}`,
  }
  const patient = await portal.arrange((db) => aUser(db, 'patient'))
  const edit = { method: 'PATCH' as const, url: `/api/v1/users/${patient}/`, headers }
  expect((await portal.app.inject({ ...edit, payload: { first_name: 'Nora' } })).statusCode).toBe(200)
  expect((await portal.app.inject({ ...edit, payload: { last_name: CARD } })).statusCode).toBe(422)
  expect(
    (await portal.app.inject({ method: 'POST', url: '/api/v1/users/login-as-user/', headers, payload: { user_id: patient } }))
      .statusCode,
  ).toBe(200)
  expect(await tablesWith('Nora')).toContain('users')
  expect(await tablesWith(CARD)).toEqual([])
})
