import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let theirAdmin: TestClient
let ids: Record<'admin' | 'center' | 'rep', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    center: await createCenter(db),
    rep: await createUser(db, 'sales_rep'),
  }))
  admin = await portal.as(ids.admin)
  theirAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

describe('GET and POST /api/v1/utilities/…-agreement/{id}/', () => {
  test('stores the time of the first acceptance and keeps it', async () => {
    const rep = await portal.seed((db) => createUser(db, 'sales_rep'))
    const caller = await portal.as(rep)
    expect((await caller.get(`/api/v1/utilities/check-agreement/${rep}/`)).json()).toEqual({ accepted: false, accepted_at: null })
    const first = (await caller.post(`/api/v1/utilities/accept-agreement/${rep}/`, { accepted: true })).json()
    expect(first).toEqual({ accepted: true, accepted_at: expect.stringMatching(/^20.*Z$/) })
    expect((await caller.post(`/api/v1/utilities/accept-agreement/${rep}/`, { accepted: true })).json()).toEqual(first)
    expect((await caller.get(`/api/v1/utilities/check-agreement/${rep}/`)).json()).toEqual(first)
    const events = await portal.owner.query(
      `select from audit_log where domain_id = $1 and type = 'agreement.accepted' and subject_id = $2`,
      [portal.domainId, rep],
    )
    expect(events.rowCount).toBe(1)
  })

  test('refuses an acceptance without the ticked box', async () => {
    const answer = await (await portal.as(ids.rep)).post(`/api/v1/utilities/accept-agreement/${ids.rep}/`, { accepted: false })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { accepted: ['Please tick the box to accept.'] }])
  })

  test('does not find the agreement of another user, not even for an admin', async () => {
    expect((await admin.get(`/api/v1/utilities/check-agreement/${ids.rep}/`)).statusCode).toBe(404)
    expect((await admin.post(`/api/v1/utilities/accept-agreement/${ids.rep}/`, { accepted: true })).statusCode).toBe(404)
    expect((await theirAdmin.get(`/api/v1/utilities/check-agreement/${ids.rep}/`)).statusCode).toBe(404)
  })

  test('needs no acceptance from an admin, and is refused in a child session', async () => {
    expect((await admin.get(`/api/v1/utilities/check-agreement/${ids.admin}/`)).json()).toEqual({
      accepted: true,
      accepted_at: null,
    })
    const caller = await portal.asImpersonator(ids.center, ids.admin)
    expect((await caller.get(`/api/v1/utilities/check-agreement/${ids.center}/`)).json()).toEqual({
      accepted: true,
      accepted_at: null,
    })
    expect((await caller.post(`/api/v1/utilities/accept-agreement/${ids.center}/`, { accepted: true })).statusCode).toBe(409)
  })
})
