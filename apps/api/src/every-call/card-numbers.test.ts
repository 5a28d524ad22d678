/**
 * A card number in any text field of any call is refused by field name and is nowhere in the database. The fields come from
 * the contract, so new fields are covered automatically.
 */
import { CARD_NUMBER_REFUSED } from '@vialdesk/contract/base/validation-messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallField, fieldsOf, inputWith, tokenGetter, urlPathOf } from '#api/testing/call-fields.ts'
import { createUser } from '#api/testing/factories.ts'
import { multipartForm } from '#api/testing/multipart-form.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const CARD = '4111111111111111'

/** The card of a payment, a card to save, and the token of a gateway. */
const isCardField = ({ call, path: [first] }: CallField) =>
  call.hasCardData && ['credit_card', 'card_number', 'opaque_data'].includes(first as string)
/** Only stored as a hash. */
const isPassword = ({ path }: CallField) => /password/i.test(path.at(-1) ?? '')
const fields = fieldsOf('string').filter((field) => !isCardField(field) && !isPassword(field))

let portal: TestPortal
let tokenFor: ReturnType<typeof tokenGetter>
beforeAll(async () => {
  portal = await startTestPortal()
  tokenFor = tokenGetter(portal)
})
afterAll(() => portal.close())

async function send({ call, part, path }: CallField) {
  const token = await tokenFor(call)
  const url = urlPathOf(call)
  const headers = { domain: 'acme', 'x-request-id': CARD, 'user-agent': CARD, ...(token && { authorization: `Token ${token}` }) }
  const input = inputWith(path, CARD)
  if (part === 'query') return portal.app.inject({ method: call.method, url, headers, query: input as Record<string, string> })
  if (!call.upload) return portal.app.inject({ method: call.method, url, headers, payload: input as object })
  const form = multipartForm([[path[0] as string, CARD]])
  return portal.app.inject({
    method: call.method,
    url,
    headers: { ...headers, 'content-type': form.type },
    payload: form.payload,
  })
}

/** Tables of the database that contain the text anywhere, the job queue included. */
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

test('finds many text fields', () => {
  expect(fields.length).toBeGreaterThan(150)
})

test.each(fields)('$title', async (field) => {
  const answer = await send(field)
  expect(answer.statusCode, answer.body).toBe(422)
  expect(answer.json().errors).toEqual({ [field.path.join('.')]: [CARD_NUMBER_REFUSED] })
})

test('accepts any digits in a password', async () => {
  const answer = await portal.guest.post('/auth/login/', { email: 'nobody@mail.example', password: CARD })
  expect(answer.statusCode).toBe(401)
})

test('refuses a cell of an imported file by its line and column', async () => {
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const lines = Array.from({ length: 200 }, (_, n) => `Nora,Hale,nora-${n}@mail.example`)
  const csv = ['First Name,Last Name,Email', ...lines, `Nora,${CARD},card@mail.example`].join('\n')
  const answer = await admin.post('/api/v1/users/import-csv/', { kind: 'patients', csv, dry_run: false })
  expect(answer.json()).toMatchObject({ created: 0, errors: [{ line: 202, column: 'Last Name', message: CARD_NUMBER_REFUSED }] })
})

test('answers an endlessly nested body without a server error', async () => {
  const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const payload = `{"email":"nobody@mail.example","password":"x","more":${nested}}`
  const headers = { domain: 'acme', 'content-type': 'application/json' }
  expect((await portal.app.inject({ method: 'POST', url: '/auth/login/', headers, payload })).statusCode).toBe(401)
})

test('stores no card number that came in a field or a header', async () => {
  const admin = await portal.seed((db) => createUser(db, 'admin'))
  const headers = {
    domain: 'acme',
    'x-request-id': CARD,
    'user-agent': `Browser ${CARD}`,
    authorization: `Token ${await portal.tokenOf(admin)}`,
  }
  const patient = await portal.seed((db) => createUser(db, 'patient'))
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

test('takes names of files and public ids whose random digits look like a card number', async () => {
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const patch = (pdf_file: string) =>
    admin.patch('/api/v1/fedex-requests/987654321/', {
      tracking_number: '7946 1',
      tracking_link: 'https://www.fedex.com',
      pdf_file,
    })
  const publicId = `a${CARD}b${'0'.repeat(22)}`
  expect((await patch(`${publicId}.pdf`)).statusCode).toBe(404)
  expect((await patch(publicId)).statusCode).toBe(404)
  expect((await patch(`${CARD}.pdf`)).json().errors).toEqual({ pdf_file: [CARD_NUMBER_REFUSED] })
  expect((await patch(`${publicId} ${CARD}`)).json().errors).toEqual({ pdf_file: [CARD_NUMBER_REFUSED] })
})
