/** Secrets, names and pictures of signers are in no log, no queue, no audit and no URL; old signing pages are deleted at night. */
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { createLog } from '#api/platform/logging/log.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { sweepSigningSessions } from './refresh/sweep-signing.commands.ts'
import { mailedSecret, openMailedPage, pageOf, requestLink, SIGNATURE, secretOf, sendDocument, signs } from './signing.fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** A server on the same database whose log is kept. */
async function loggingApp() {
  const lines: string[] = []
  const log: FastifyBaseLogger = createLog({
    level: 'trace',
    readable: false,
    destination: { write: (line) => lines.push(line) },
  })
  const unlimited = async () => {}
  const limits = { takeAttempt: unlimited, forgiveAttempts: unlimited, isExhausted: async () => false }
  const app = await buildApp({ pool: portal.pool, auditPool: portal.pool, ports: portal.ports, limits, log, version: 'test' })
  const post = (url: string, payload: object = {}) => app.inject({ method: 'POST', url, payload, headers: { domain: 'acme' } })
  return { app, lines, post }
}

describe('a signing that is logged', () => {
  test('leaves no secret, name or picture in the log, the queue or the audit', async () => {
    const { app, lines, post } = await loggingApp()
    const client = { ...portal.guest, post }
    const document = await sendDocument(portal)
    const secret = await mailedSecret(portal, document.documentId)
    const link = (await requestLink(client, document.documentId, secret)).json().sign_link
    const session = secretOf(link)
    const page = pageOf(portal, session, client)
    await page.call('open')
    await page.finish()
    await page.consent()
    await page.finish([{ field_id: 'signature-patient', value: 'Nora was here' }])
    await page.finish([signs('patient')])
    await post('/api/v1/signing/copy/', { document_id: document.documentId, secret })
    await app.close()
    const picture = SIGNATURE.image.slice(100, 160)
    const stored = await portal.owner.query(
      `select coalesce(string_agg(x, ' '), '') as text
       from (select row_to_json(j)::text x from graphile_worker._private_jobs j
         union all select row_to_json(a)::text from audit_log a
         union all select row_to_json(e)::text from document_events e) rows`,
    )
    const written = `${lines.join('')}${stored.rows[0].text}`
    expect(lines.length).toBeGreaterThan(5)
    for (const hidden of [secret, session, picture, 'Nora was here', 'Nora Hale']) expect(written).not.toContain(hidden)
  })
})

test('deletes signing pages a day after they expired', async () => {
  const old = await sendDocument(portal)
  const fresh = await sendDocument(portal)
  await openMailedPage(portal, old)
  await openMailedPage(portal, fresh)
  const ages: [typeof old, string][] = [
    [old, '25 hours'],
    [fresh, '23 hours'],
  ]
  for (const [{ id }, age] of ages)
    await portal.owner.query(
      `update signing_sessions set expires_at = now() - $2::interval
       where recipient_id in (select r.id from document_recipients r where r.document_id = $1)`,
      [id, age],
    )
  expect(await sweepSigningSessions.run(portal.owner, portal.ports)).toBe(1)
  expect(await sweepSigningSessions.run(portal.owner, portal.ports)).toBe(0)
})
