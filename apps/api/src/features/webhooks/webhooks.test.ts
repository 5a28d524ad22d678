/** An admin's webhooks: their secrets, their URLs, and who sees them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPatient, createUser } from '#api/testing/factories.ts'
import type { TestClient } from '#api/testing/test-portal.ts'
import { addEndpoint, DELIVERIES, ENDPOINTS, openMessage, startWebhooksPortal, type WebhooksPortal } from './webhooks.fixture.ts'

let all: WebhooksPortal
let admin: TestClient
let url: string
beforeAll(async () => {
  all = await startWebhooksPortal()
  admin = all.admin
  url = all.receiver.url
})
afterAll(() => all.close())
beforeEach(async () => {
  await all.portal.owner.query('delete from webhook_endpoints')
  all.receiver.received.length = 0
})

const sendTest = async (id: number) => {
  const answer = await admin.post(`${ENDPOINTS}${id}/test/`)
  expect(answer.json()).toEqual({ message: 'A test event is on its way.' })
  await all.runJobs()
  return all.receiver.received.splice(0)
}

describe('a webhook', () => {
  test('is added with a secret that is answered once and stored encrypted', async () => {
    const answer = await admin.post(ENDPOINTS, { url, events: ['label.ready', 'patient.created', 'label.ready'] })
    expect(answer.statusCode).toBe(201)
    const { secret, ...endpoint } = answer.json()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).toMatchObject({ url, events: ['label.ready', 'patient.created'], active: true, previous_secret_until: null })
    expect((await admin.get(ENDPOINTS)).json()).toEqual([endpoint])
    const { rows } = await all.portal.owner.query('select secret from webhook_endpoints')
    expect(rows[0].secret.toString('latin1')).not.toContain(secret.slice(6))
  })

  test.each([
    ['http://hooks.example/', 'url'],
    ['ftp://hooks.example/', 'url'],
    ['no url', 'url'],
    ['https://localhost/', 'url'],
    ['https://portal.localhost/x', 'url'],
    ['https://127.0.0.1/', 'url'],
    ['https://0x7f.1/', 'url'],
    ['https://10.0.0.8/', 'url'],
    ['https://[::1]/', 'url'],
    ['https://169.254.169.254/latest/', 'url'],
    ['https://user:pass@hooks.example/', 'url'],
  ])('refuses the URL %s', async (bad, field) => {
    const { id } = await addEndpoint(admin, url)
    for (const answer of [
      await admin.post(ENDPOINTS, { url: bad, events: ['label.ready'] }),
      await admin.patch(`${ENDPOINTS}${id}/`, { url: bad }),
    ])
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })

  test('refuses no event, an unknown event, and a 21st webhook', async () => {
    for (const events of [[], ['patient.deleted']]) expect((await admin.post(ENDPOINTS, { url, events })).statusCode).toBe(422)
    for (let n = 0; n < 20; n++) await addEndpoint(admin, url)
    expect((await admin.post(ENDPOINTS, { url, events: ['label.ready'] })).json().message).toBe('There can be up to 20 webhooks.')
  })

  test('is changed, switched off and removed, each audited by its host only', async () => {
    const { id } = await addEndpoint(admin, url, ['label.ready'])
    const changed = await admin.patch(`${ENDPOINTS}${id}/`, { events: ['vials.ready'], active: false })
    expect(changed.json()).toMatchObject({ id, url, events: ['vials.ready'], active: false })
    expect((await admin.post(`${ENDPOINTS}${id}/test/`)).json().message).toBe('Switch the webhook on first.')
    expect((await admin.delete(`${ENDPOINTS}${id}/`)).statusCode).toBe(204)
    expect((await admin.get(ENDPOINTS)).json()).toEqual([])
    const { rows } = await all.portal.owner.query(
      `select type, before, after from audit_log where type like 'webhook.%' and subject_id = $1 order by id`,
      [id],
    )
    const host = new URL(url).host
    expect(rows).toEqual([
      { type: 'webhook.added', before: null, after: { host, events: ['label.ready'], active: true } },
      {
        type: 'webhook.changed',
        before: { host, events: ['label.ready'], active: true },
        after: { host, events: ['vials.ready'], active: false },
      },
      { type: 'webhook.removed', before: { host, events: ['vials.ready'], active: false }, after: null },
    ])
  })

  test('gets only the events that it was made for, and none while it is off', async () => {
    await addEndpoint(admin, url, ['label.ready'])
    const off = await addEndpoint(admin, url, ['vials.ready'])
    await admin.patch(`${ENDPOINTS}${off.id}/`, { active: false })
    const patient = await all.portal.seed((db) => createPatient(db))
    await admin.patch(`/api/v1/users/${patient}/`, { date_vials_ready_to_ship: '2026-03-18' })
    await all.runJobs()
    expect(all.receiver.received).toEqual([])
  })
})

describe('a rotated secret', () => {
  test('signs together with the previous one, for a day', async () => {
    const { id, secret: first } = await addEndpoint(admin, url)
    const before = Date.now()
    const rotated = (await admin.post(`${ENDPOINTS}${id}/rotate-secret/`)).json()
    const hours = (Date.parse(rotated.previous_secret_until) - before) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    const [both] = await sendTest(id)
    for (const secret of [first, rotated.secret])
      expect(openMessage(secret, both as never)).toMatchObject({ type: 'webhook.test' })
    await all.portal.owner.query('update webhook_endpoints set previous_secret_until = now()')
    expect((await admin.get(ENDPOINTS)).json()[0].previous_secret_until).toBeNull()
    const [later] = await sendTest(id)
    expect(openMessage(rotated.secret, later as never)).toMatchObject({ type: 'webhook.test', data: {} })
    expect(() => openMessage(first, later as never)).toThrow('No matching signature')
  })
})

test('another domain sees, changes and is sent nothing', async () => {
  const { id } = await addEndpoint(admin, url)
  await sendTest(id)
  const delivery = (await admin.get(DELIVERIES)).json().results[0].id
  const foreign = await all.portal.asOther(await all.portal.seedOther((db) => createUser(db, 'admin')))
  expect((await foreign.get(ENDPOINTS)).json()).toEqual([])
  expect((await foreign.get(DELIVERIES)).json()).toEqual({ results: [], newer: null, older: null })
  for (const answer of [
    await foreign.patch(`${ENDPOINTS}${id}/`, { active: false }),
    await foreign.delete(`${ENDPOINTS}${id}/`),
    await foreign.post(`${ENDPOINTS}${id}/rotate-secret/`),
    await foreign.post(`${ENDPOINTS}${id}/test/`),
    await foreign.post(`${DELIVERIES}${delivery}/redeliver/`),
  ])
    expect(answer.statusCode).toBe(404)
  const patient = { first_name: 'Nia', last_name: 'Okoro', email: 'nia@mail.example', phone_number: '', subscription: 2 }
  expect((await foreign.post('/api/v1/users/', patient)).statusCode).toBe(201)
  await all.runJobs()
  expect(all.receiver.received).toEqual([])
})
