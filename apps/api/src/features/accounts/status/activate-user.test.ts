import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createCenter, createPatient, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PASSWORD = 'a password of theirs'
let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

const deactivate = (id: number, caller = admin) => caller.get(`/api/v1/users/set/inactive/${id}/`)
const activate = (id: number, caller = admin) => caller.get(`/api/v1/users/set/active/${id}/`)
const isActive = async (id: number) =>
  (await portal.owner.query('select active from users where id = $1', [id])).rows[0].active as boolean
const eventsOf = async (id: number) =>
  (
    await portal.owner.query(
      `select type, actor_id
       from audit_log
       where domain_id = $1
         and subject_id = $2
         and type ~ '^account[.](de)?activated'
       order by id`,
      [portal.domainId, id],
    )
  ).rows
const logIn = (email: string, password = PASSWORD) => portal.guest.post('/auth/login/', { email, password })
const isListed = async (path: string, id: number) =>
  ((await admin.get(path)).json().results as { id: number }[]).some((row) => row.id === id)

const createRep = async () => {
  const email = `rep-${nextNumber()}@mail.example`
  const password_hash = await hashPassword(PASSWORD)
  return { email, id: await portal.seed((db) => createUser(db, 'sales_rep', { email, password_hash })) }
}

describe('GET /api/v1/users/set/inactive/{id}/', () => {
  test('ends all sessions, blocks logins and moves the user to Inactive Users only', async () => {
    const { id, email } = await createRep()
    const rep = await portal.as(id)
    expect([(await logIn(email)).statusCode, (await rep.get('/auth/session/')).statusCode]).toEqual([200, 200])
    const before = (await admin.get('/api/v1/users/all/?limit=1')).json().count
    const answer = await deactivate(id)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: 'The user has been deactivated.', id, active: false },
    ])
    expect([(await logIn(email)).statusCode, (await rep.get('/auth/session/')).statusCode]).toEqual([401, 401])
    expect((await admin.get('/api/v1/users/all/?limit=1')).json().count).toBe(before - 1)
    expect(await isListed(`/api/v1/users/all/?search=${email}`, id)).toBe(false)
    expect((await admin.get('/api/v1/users/sales-rep/list/')).json().map((row: { id: number }) => row.id)).not.toContain(id)
    expect(await isListed(`/api/v1/users/all/inactive/?search=${email}`, id)).toBe(true)
    expect(await eventsOf(id)).toEqual([{ type: 'account.deactivated', actor_id: adminId }])
  })

  test('keeps old sessions and mailed links invalid after the user is activated again', async () => {
    const { id, email } = await createRep()
    const rep = await portal.as(id)
    const { token } = await portal.seed((db) => makePasswordLink(db, id, 'reset'))
    await deactivate(id)
    await activate(id)
    expect((await rep.get('/auth/session/')).statusCode).toBe(401)
    expect((await portal.guest.post('/auth/set-password/', { token, password: 'quite another one' })).statusCode).toBe(410)
    expect((await logIn(email)).statusCode).toBe(200)
  })

  test('keeps the ties of users below a deactivated rep or center', async () => {
    const [rep, center, patient] = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep')
      const center = await createCenter(db, { sales_rep_id: rep, company: 'Stays Clinic' })
      return [rep, center, await createPatient(db, { harvest_center_id: center })]
    })
    for (const id of [rep, center]) expect((await deactivate(id)).statusCode).toBe(200)
    const seen = (await admin.get(`/api/v1/users/${patient}/`)).json()
    expect(seen).toMatchObject({ active: true, saless_rep_id: rep, hc_desc: [{ id: center, company: 'Stays Clinic' }] })
  })

  test('removes an inactive patient from the lists and counts of its center and rep', async () => {
    const [rep, center, patient] = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep')
      const center = await createCenter(db, { sales_rep_id: rep })
      return [rep, center, await createPatient(db, { harvest_center_id: center })]
    })
    const countOf = async (reader: number) => (await (await portal.as(reader)).get('/api/v1/users/patient/list/')).json().count
    expect([await countOf(rep), await countOf(center)]).toEqual([1, 1])
    await deactivate(patient)
    expect([await countOf(rep), await countOf(center)]).toEqual([0, 0])
    await activate(patient)
    expect([await countOf(rep), await countOf(center)]).toEqual([1, 1])
  })

  test('changes and audits nothing when the user is already inactive', async () => {
    const { id } = await createRep()
    await deactivate(id)
    expect((await deactivate(id)).statusCode).toBe(200)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('refuses to deactivate the own account', async () => {
    const answer = await deactivate(adminId)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'You cannot deactivate your own account.'])
    expect(await isActive(adminId)).toBe(true)
  })

  test('lets an admin deactivate another admin', async () => {
    const colleague = await portal.seed((db) => createUser(db, 'admin'))
    expect((await deactivate(colleague)).json()).toMatchObject({ active: false })
  })

  test('leaves one active admin when two admins deactivate each other at the same time', async () => {
    for (let n = 0; n < 10; n++) {
      const [one, other] = await portal.seed(
        async (db) => [await createUser(db, 'admin'), await createUser(db, 'admin')] as const,
      )
      const [a, b] = [await portal.as(one), await portal.as(other)]
      const answers = await Promise.all([deactivate(other, a), deactivate(one, b)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
      expect([await isActive(one), await isActive(other)].sort()).toEqual([false, true])
    }
  })

  test('is forbidden to other roles and does not find users of another domain', async () => {
    const { id } = await createRep()
    expect((await deactivate(id, await portal.as(id))).statusCode).toBe(403)
    expect((await deactivate(id, portal.guest)).statusCode).toBe(401)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const path of [id, 999_999, 'x']) expect((await deactivate(path as number, theirs)).statusCode).toBe(404)
    expect(await isActive(id)).toBe(true)
  })
})

describe('GET /api/v1/users/set/active/{id}/', () => {
  test('puts the user back in its lists, with its old password', async () => {
    const { id, email } = await createRep()
    await deactivate(id)
    const answer = await activate(id)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { message: 'The user has been activated.', id, active: true }])
    expect((await logIn(email)).statusCode).toBe(200)
    expect(await isListed(`/api/v1/users/all/?search=${email}`, id)).toBe(true)
    expect(await isListed(`/api/v1/users/all/inactive/?search=${email}`, id)).toBe(false)
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['account.deactivated', 'account.activated'])
  })

  test('changes and audits nothing when the user is already active', async () => {
    const { id } = await createRep()
    expect((await activate(id)).json()).toMatchObject({ active: true })
    expect(await eventsOf(id)).toEqual([])
  })

  test('is forbidden to other roles and does not find users of another domain', async () => {
    const id = await portal.seed((db) => createUser(db, 'lab', { active: false }))
    expect((await activate(id, await portal.as((await createRep()).id))).statusCode).toBe(403)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const path of [id, 999_999, 'x']) expect((await activate(path as number, theirs)).statusCode).toBe(404)
    expect(await isActive(id)).toBe(false)
  })
})
