/**
 * An admin enters a center by Login As or by the door of its staff. Both times it impersonates the center: it is not its staff, and does not
 * speak for it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkoutForm,
  createBuyer,
  createPatientBuyer,
  reserveInvoice,
  saleOfInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { requestLink, sendDocument } from '#api/features/signing/signing.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: number
let center: number
let patient: number
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ada', last_name: 'Min' }))
  ;({ center } = await createBuyer(portal))
  ;({ patient } = await createPatientBuyer(portal, center))
})
afterAll(() => portal.close())

type Door = (caller: TestClient, id: number) => ReturnType<TestClient['get']>
const doors: [string, Door][] = [
  ['Login As', (caller, user_id) => caller.post('/api/v1/users/login-as-user/', { user_id })],
  ["the staff's door", (caller, id) => caller.get(`/api/v1/hc-staff/auth-profile/${id}/`)],
]
const auditOf = async (type: string, actor: number) =>
  (
    await portal.owner.query('select impersonator_id, after from audit_log where type = $1 and actor_id = $2 order by id desc', [
      type,
      actor,
    ])
  ).rows[0]

describe.each(doors)('an admin who entered a center by %s', (_, enter) => {
  let inside: TestClient
  const enterCenter = async (id: number) =>
    portal.clientFor('acme', (await enter(await portal.as(admin), id)).json().token as string)
  beforeEach(async () => {
    inside = await enterCenter(center)
  })

  test('impersonates it, under both names', async () => {
    expect((await inside.get('/auth/session/')).json()).toMatchObject({
      kind: 'impersonation',
      user: { id: center },
      behind: { id: admin, username: 'Ada Min' },
    })
    expect(await auditOf('session.entered', admin)).toMatchObject({ after: { kind: 'impersonation' } })
    expect((await inside.patch(`/api/v1/users/${center}/`, { city: 'Reno' })).statusCode).toBe(200)
    expect(await auditOf('account.changed', center)).toMatchObject({ impersonator_id: admin })
  })

  test('reads the conversations of the center, and does not write in them', async () => {
    const sides = { patient_id: patient, center_id: center }
    const write = (client: TestClient) =>
      client.post('/api/v1/conversations/messages/', { ...sides, request_id: crypto.randomUUID(), text: 'Good morning' })
    const begun = await write(await portal.as(patient))
    const path = `/api/v1/conversations/${begun.json().conversation.id}/`
    const read = (await inside.get(`${path}messages/`)).json()
    expect([read.messages[0].text, read.conversation.can]).toEqual(['Good morning', { write: false, mark_read: false }])
    const { rowCount: before } = await portal.owner.query('select from conversation_messages')
    expect((await write(inside)).statusCode).toBeGreaterThanOrEqual(403)
    expect((await inside.post(`${path}read/`, { up_to: begun.json().message.id })).statusCode).toBeGreaterThanOrEqual(403)
    expect((await portal.owner.query('select from conversation_messages')).rowCount).toBe(before)
  })

  test('buys for the center, and is not the staff user of the sale', async () => {
    const invoice = await reserveInvoice(inside)
    expect((await inside.post('/api/v1/transactions/', checkoutForm(invoice))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ payer_id: center, hc_staff_id: null })
  })

  test('writes no question to the business in the name of the center', async () => {
    const question = { name: 'Northside', email: 'desk@northside.example', message: 'When do you open?' }
    const refused = await inside.post('/api/v1/contact/', question)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Go back to your own account to write to the business.'])
    expect((await portal.owner.query('select from questions')).rowCount).toBe(0)
  })

  test('signs nothing for the center', async () => {
    const document = await sendDocument(portal, { centerSigns: true })
    await portal.owner.query(
      `update document_recipients set status = case role when 'center' then 'sent' else 'waiting' end where document_id = $1`,
      [document.id],
    )
    const refused = await requestLink(await enterCenter(document.center), document.documentId)
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/^Only the signer/)])
  })

  test('gets the sign-up link of the staff, which staff inside the center do not', async () => {
    expect((await inside.get(`/api/v1/hc-staff/${center}/sign-up-link/`)).statusCode).toBe(200)
  })
})

test('an admin in the account of a staff user buys without being that staff user', async () => {
  const staff = await portal.seed((db) => createUser(db, 'hc_staff'))
  await portal.owner.query('insert into staff_centers (domain_id, staff_id, center_id) values ($1, $2, $3)', [
    portal.domainId,
    staff,
    center,
  ])
  const inside = await portal.asImpersonator(staff, admin)
  const invoice = await reserveInvoice(inside)
  const answer = await inside.post('/api/v1/transactions/', checkoutForm(invoice, { harvest_center_id: center }))
  expect(answer.json().code).toBe('success')
  expect(await saleOfInvoice(portal, invoice)).toMatchObject({ hc_staff_id: null })
})

test('a staff session of an admin is no session, whoever made its row', async () => {
  const inside = await portal.asImpersonator(center, admin, 'staff')
  expect((await inside.get('/auth/session/')).statusCode).toBe(401)
})
