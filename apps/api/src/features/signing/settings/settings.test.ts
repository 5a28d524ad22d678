import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { boldsignSigning } from '#api/adapters/signing/boldsign.ts'
import { API_KEY, type FakeBoldsign, fakeBoldsign } from '#api/adapters/signing/boldsign-server.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { findFrameSources } from './signing-settings.queries.ts'

const PATH = '/domain/signing-settings/'
let portal: TestPortal
let server: FakeBoldsign
let admin: TestClient
beforeAll(async () => {
  server = await fakeBoldsign()
  portal = await startTestPortal()
  portal.ports.signing.boldsign = boldsignSigning({ url: server.url })
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(async () => {
  await portal.close()
  await server.close()
})
beforeEach(async () => {
  for (const text of ['delete from signing_settings', `update documents set status = 'Revoked', step = 'done'`])
    await portal.seed((db) => db.rows(`${text} where domain_id = $1`, [portal.domainId]))
})

const connect = () => admin.patch(PATH, { provider: 'boldsign', region: 'eu', api_key: API_KEY, webhook_secret: 'whsec' })

describe('GET and PATCH /domain/signing-settings/', () => {
  test('begins with the own engine, and names the URL of the webhook', async () => {
    expect((await admin.get(PATH)).json()).toMatchObject({
      ...{ provider: 'embedded', region: 'us', has_api_key: false, has_webhook_secret: false },
      webhook_url: 'http://portal.test/api/v1/webhooks/boldsign/acme/',
      certificate: { subject: expect.stringContaining('CN='), self_made: true, timestamped: false },
    })
  })

  test('refuses BoldSign without a key', async () => {
    const refused = await admin.patch(PATH, { provider: 'boldsign' })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { api_key: ['Enter the API key of BoldSign.'] }])
    const secrets = { has_api_key: true, has_webhook_secret: true }
    expect((await connect()).json()).toMatchObject({ provider: 'boldsign', region: 'eu', ...secrets })
    expect((await admin.patch(PATH, { api_key: '' })).json().errors).toHaveProperty('api_key')
    expect((await admin.patch(PATH, { provider: 'embedded', api_key: '' })).json()).toMatchObject({ has_api_key: false })
  })

  test('keeps key and region while documents wait at BoldSign', async () => {
    await connect()
    const { id } = await portal.seed((db) => createDocument(db))
    await portal.seed((db) =>
      db.rows(`update documents set provider = 'boldsign', provider_ref = 'ref' where domain_id = $1 and id = $2`, [
        db.domainId,
        id,
      ]),
    )
    expect((await admin.patch(PATH, { provider: 'embedded', api_key: '' })).json().errors).toHaveProperty('api_key')
    expect((await admin.patch(PATH, { region: 'au' })).json().errors).toHaveProperty('region')
    expect((await admin.patch(PATH, { provider: 'embedded' })).statusCode).toBe(200)
  })

  test('refuses other roles, and another provider or region', async () => {
    const center = await portal.as(await portal.seed((db) => createUser(db, 'harvest_center')))
    expect((await center.get(PATH)).statusCode).toBe(403)
    expect((await center.patch(PATH, {})).statusCode).toBe(403)
    expect((await admin.patch(PATH, { provider: 'docusign' })).json().errors).toHaveProperty('provider')
    expect((await admin.patch(PATH, { region: 'moon' })).json().errors).toHaveProperty('region')
  })
})

test('the pages of a domain may show frames of BoldSign, in its region, as long as the domain uses it', async () => {
  const sources = () => portal.seed(findFrameSources(portal.ports.signing))
  expect(await sources()).toEqual([])
  await connect()
  expect(await sources()).toEqual(['https://app-eu.boldsign.com'])
  expect(await portal.seedOther(findFrameSources(portal.ports.signing))).toEqual([])
  const { id } = await portal.seed((db) => createDocument(db))
  const give = `update documents set provider = 'boldsign', provider_ref = 'ref' where domain_id = $1 and id = $2`
  await portal.seed((db) => db.rows(give, [db.domainId, id]))
  await admin.patch(PATH, { provider: 'embedded' })
  expect(await sources()).toEqual(['https://app-eu.boldsign.com'])
  const end = `update documents set status = 'Revoked', step = 'done' where domain_id = $1 and id = $2`
  await portal.seed((db) => db.rows(end, [db.domainId, id]))
  expect(await sources()).toEqual([])
})

describe('POST /domain/signing-settings/test/', () => {
  const check = async (body: object) => (await admin.post(`${PATH}test/`, { ...body })).json()

  test('tries the entered key, which is not stored, or the stored one', async () => {
    expect(await check({})).toEqual({ success: false, message: 'Enter the API key of BoldSign in the signing settings.' })
    expect(await check({ api_key: 'wrong' })).toMatchObject({
      success: false,
      message: expect.stringMatching(/did not accept the API key/),
    })
    expect(await check({ api_key: API_KEY })).toEqual({ success: true, message: 'BoldSign accepted the key.' })
    expect((await admin.get(PATH)).json().has_api_key).toBe(false)
    await connect()
    expect(await check({ region: 'us' })).toMatchObject({ success: true })
  })

  test('says when BoldSign is busy', async () => {
    await connect()
    const busy = await fakeBoldsign()
    busy.limit = { 'retry-after': '170' }
    portal.ports.signing.boldsign = boldsignSigning({ url: busy.url })
    const message = 'BoldSign accepts no more requests now. Try again in 3 min.'
    expect(await check({})).toEqual({ success: false, message })
    await busy.close()
  })
})
