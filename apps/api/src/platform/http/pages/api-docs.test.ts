/** The readable page of the API sends calls on a developer's machine only. */
import { contract } from '@vialdesk/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestPortal } from '#api/testing/test-portal.ts'
import { addApiDocs } from './api-docs.ts'

const SCRIPT = '/docs/api/static/swagger-initializer.js'

test.each([
  ['reads only where other people reach the portal', false, true],
  ['tries calls on a machine of its own', true, false],
])('%s', async (_, sendsCalls, readsOnly) => {
  const app = Fastify()
  await addApiDocs(app, contract, { version: '0.1.0', sendsCalls })
  const { statusCode, body } = await app.inject({ url: SCRIPT })
  expect([statusCode, body.includes('"supportedSubmitMethods":[]')]).toEqual([200, readsOnly])
  await app.close()
})

test('a portal that is not limited to this machine serves the page without the button', async () => {
  const portal = await startTestPortal({}, { isLocal: false })
  try {
    expect((await portal.guest.get('/docs/api/')).statusCode).toBe(200)
    expect((await portal.guest.get(SCRIPT)).body).toContain('"supportedSubmitMethods":[]')
  } finally {
    await portal.close()
  }
})

test('the page shows the document of /openapi.json', async () => {
  const app = Fastify()
  await addApiDocs(app, contract, { version: '0.1.0', sendsCalls: false })
  const shown = await app.inject({ url: '/docs/api/json' })
  expect(shown.json().info).toMatchObject({ title: 'Vialdesk API', version: '0.1.0' })
  expect(shown.json()).toEqual((await app.inject({ url: '/openapi.json' })).json())
  await app.close()
})
