/** A portal whose first domain pays with a fake Authorize.Net, and its webhook. */
import { createHmac, randomUUID } from 'node:crypto'
import { authorizenetGateway } from '#api/adapters/payments/authorizenet.ts'
import { ACCOUNT, fakeAuthorizenet } from '#api/adapters/payments/fake-authorizenet/server.fixture.ts'
import { inDomain } from '#api/db/transaction.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal } from '#api/testing/test-portal.ts'
import { paymentSettings } from './payment-settings.queries.ts'

export const SETTINGS = '/domain/payment-settings/'
export const SIGNATURE_KEY = '0A1B2C3D4E5F6071'.repeat(8)
export const CLIENT_KEY = 'a-public-client-key-of-the-tests'

export const account = {
  gateway: 'authorizenet',
  api_login_id: ACCOUNT.apiLoginId,
  client_key: CLIENT_KEY,
  transaction_key: ACCOUNT.transactionKey,
  signature_key: SIGNATURE_KEY,
} as const

export const sign = (body: string, key: string | Buffer = SIGNATURE_KEY) => ({
  'x-anet-signature': `sha512=${createHmac('sha512', key).update(body).digest('hex').toUpperCase()}`,
})

export const noticeOf = (transId: string, { event = 'net.authorize.payment.fraud.approved', id = randomUUID() as string } = {}) =>
  JSON.stringify({
    notificationId: id,
    eventType: event,
    eventDate: '2031-03-01T12:00:00Z',
    webhookId: randomUUID(),
    payload: { entityName: 'transaction', id: transId, responseCode: 1, authAmount: 1 },
  })

export async function startAuthorizenetPortal(parts: { withEqualIds?: boolean } = {}) {
  const server = await fakeAuthorizenet()
  const portal = await startTestPortal({}, parts)
  const { pool, ports } = portal
  ports.payments.authorizenet = authorizenetGateway({
    settingsOf: (domainId) => inDomain(pool, domainId, (db) => paymentSettings.read(db, ports.secretKey)),
    url: server.url,
    timeoutMs: 2000,
    pause: async () => {},
  })
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const post = (body: string, headers: Record<string, string>, identifier = 'acme') =>
    portal.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/authorizenet/${identifier}/`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
  return {
    server,
    portal,
    admin,
    post,
    connect: () => admin.patch(SETTINGS, account),
    close: async () => {
      await portal.close()
      await server.close()
    },
  }
}
