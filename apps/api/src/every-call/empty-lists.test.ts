/** An empty list in any field of any call gets an answer or a refusal, never a server error. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallField, fieldsOf, inputWith, tokenGetter, urlPathOf } from '#api/testing/call-fields.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const fields = fieldsOf('array').filter(({ part, call }) => part === 'body' && !call.upload)

let portal: TestPortal
let tokenFor: ReturnType<typeof tokenGetter>
beforeAll(async () => {
  portal = await startTestPortal()
  tokenFor = tokenGetter(portal)
})
afterAll(() => portal.close())

async function send({ call, path }: CallField) {
  const token = await tokenFor(call)
  const headers = { domain: 'acme', ...(token && { authorization: `Token ${token}` }) }
  const payload = inputWith(path, []) as object
  return portal.app.inject({ method: call.method, url: urlPathOf(call), headers, payload })
}

test('finds list fields', () => {
  expect(fields.length).toBeGreaterThan(8)
})

test.each(fields)('$title', async (field) => {
  expect((await send(field)).statusCode).toBeLessThan(500)
})
