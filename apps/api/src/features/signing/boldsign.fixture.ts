/** A portal whose first domain signs with a fake BoldSign, and its webhook. */
import { createHmac, randomUUID } from 'node:crypto'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { boldsignSigning } from '#api/adapters/signing/boldsign.ts'
import { API_KEY, fakeBoldsign } from '#api/adapters/signing/boldsign-server.fixture.ts'
import type { Db } from '#api/db/db.ts'
import { createTemplate, signatureField } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal } from '#api/testing/test-portal.ts'

export const SECRET = 'whsec-of-the-tests'
export const signature = (body: string, { secret = SECRET, at = Date.now(), name = 's0' } = {}) => {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds}, ${name}=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export const eventOf = (eventType: string, documentId?: string, id: string = randomUUID()) =>
  JSON.stringify({
    event: { id, created: Math.floor(Date.now() / 1000), eventType, environment: 'Test' },
    data: { object: 'document', documentId },
  })

export async function startBoldsignPortal() {
  const server = await fakeBoldsign()
  const portal = await startTestPortal()
  let ahead = 0
  const boldsign = boldsignSigning({ url: server.url, timeoutMs: 2000, now: () => Date.now() + ahead })
  portal.ports.signing.boldsign = boldsign
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  await admin.patch('/domain/signing-settings/', { provider: 'boldsign', api_key: API_KEY, webhook_secret: SECRET })
  const account = { domainId: portal.domainId, settings: { api_key: API_KEY } }

  /** A template that BoldSign has, for a patient and, if `withCenter`, for a center too. */
  async function createBoldsignTemplate(pdf: Buffer, { withCenter = false, labels = [] as SigningField[] } = {}) {
    const fields = [signatureField('patient'), ...(withCenter ? [signatureField('center')] : []), ...labels]
    const template = await portal.seed((db) => createTemplate(db, { fields }))
    const ref = await boldsign.createTemplate(account, {
      ...{
        templateId: template.template_id,
        title: 'Storage',
        description: 'Storage',
        message: 'Please sign.',
        type: 2,
        pdf,
        fields,
      },
    })
    await portal.seed((db: Db) =>
      db.rows(`update templates set provider = 'boldsign', provider_ref = $3 where domain_id = $1 and id = $2`, [
        db.domainId,
        template.id,
        ref,
      ]),
    )
    return template
  }

  const post = (body: string, headers: Record<string, string>, identifier = 'acme') =>
    portal.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/boldsign/${identifier}/`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
  /** Sets the clock of the adapter forward. */
  const advance = (milliseconds: number) => {
    ahead += milliseconds
  }
  const close = async () => {
    await portal.close()
    await server.close()
  }
  return { portal, server, admin, createBoldsignTemplate, post, advance, close }
}
