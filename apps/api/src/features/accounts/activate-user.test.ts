import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '#api/features/sessions/send-password-link.commands.ts'
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

const off = (id: number, caller = admin) => caller.get(`/api/v1/users/set/inactive/${id}/`)
const on = (id: number, caller = admin) => caller.get(`/api/v1/users/set/active/${id}/`)
const isActive = async (id: number) =>
  (await portal.owner.query('select active from users where id = $1', [id])).rows[0].active as boolean
const eventsOf = async (id: number) =>
  (
    await portal.owner.query(
      `select type, actor_id from audit_log where domain_id = $1 and subject_id = $2 and type ~ '^account[.](de)?activated' order by id`,
      [portal.domainId, id],
    )
  ).rows
const logIn = (email: string, password = PASSWORD) => portal.guest.post('/auth/login/', { email, password })
const foundIn = async (path: string, id: number) =>
  ((await admin.get(path)).json().results as { id: number }[]).some((row) => row.id === id)

const aRep = async () => {
  const email = `rep-${nextNumber()}@mail.example`
  const password_hash = await hashPassword(PASSWORD)
  return { email, id: await portal.seed((db) => createUser(db, 'sales_rep', { email, password_hash })) }
}

describe('GET /api/v1/users/set/inactive/{id}/', () => {
  test('ends sessions and log-in, and puts the user among the inactive ones, and in no other list', async () => {
    const { id, email } = await aRep()
    const rep = await portal.as(id)
    expect([(await logIn(email)).statusCode, (await rep.get('/auth/session/')).statusCode]).toEqual([200, 200])
    const before = (await admin.get('/api/v1/users/all/?limit=1')).json().count
    const answer = await off(id)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: 'The user has been deactivated.', id, active: false },
    ])
    expect([(await logIn(email)).statusCode, (await rep.get('/auth/session/')).statusCode]).toEqual([401, 401])
    expect((await admin.get('/api/v1/users/all/?limit=1')).json().count).toBe(before - 1)
    expect(await foundIn(`/api/v1/users/all/?search=${email}`, id)).toBe(false)
    expect((await admin.get('/api/v1/users/sales-rep/list/')).json().map((row: { id: number }) => row.id)).not.toContain(id)
    expect(await foundIn(`/api/v1/users/all/inactive/?search=${email}`, id)).toBe(true)
    expect(await eventsOf(id)).toEqual([{ type: 'account.deactivated', actor_id: adminId }])
  })

  test('a session stays dead, and a mailed link worthless, when the user comes back', async () => {
    const { id, email } = await aRep()
    const rep = await portal.as(id)
    const { token } = await portal.seed((db) => makePasswordLink(db, id, 'reset'))
    await off(id)
    await on(id)
    expect((await rep.get('/auth/session/')).statusCode).toBe(401)
    expect((await portal.guest.post('/auth/set-password/', { token, password: 'quite another one' })).statusCode).toBe(410)
    expect((await logIn(email)).statusCode).toBe(200)
  })

  test('a rep or a center with people under it: they keep it, and stay as they are', async () => {
    const [rep, center, patient] = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep')
      const center = await createCenter(db, { sales_rep_id: rep, company: 'Stays Clinic' })
      return [rep, center, await createPatient(db, { harvest_center_id: center })]
    })
    for (const id of [rep, center]) expect((await off(id)).statusCode).toBe(200)
    const seen = (await admin.get(`/api/v1/users/${patient}/`)).json()
    expect(seen).toMatchObject({ active: true, saless_rep_id: rep, hc_desc: [{ id: center, company: 'Stays Clinic' }] })
  })

  test('an inactive patient leaves the lists of its center and rep, and the counts', async () => {
    const [rep, center, patient] = await portal.seed(async (db) => {
      const rep = await createUser(db, 'sales_rep')
      const center = await createCenter(db, { sales_rep_id: rep })
      return [rep, center, await createPatient(db, { harvest_center_id: center })]
    })
    const countOf = async (reader: number) => (await (await portal.as(reader)).get('/api/v1/users/patient/list/')).json().count
    expect([await countOf(rep), await countOf(center)]).toEqual([1, 1])
    await off(patient)
    expect([await countOf(rep), await countOf(center)]).toEqual([0, 0])
    await on(patient)
    expect([await countOf(rep), await countOf(center)]).toEqual([1, 1])
  })

  test('whoever is inactive already stays so, and nothing new is recorded', async () => {
    const { id } = await aRep()
    await off(id)
    expect((await off(id)).statusCode).toBe(200)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('nobody deactivates itself', async () => {
    const answer = await off(adminId)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'You cannot deactivate your own account.'])
    expect(await isActive(adminId)).toBe(true)
  })

  test('an admin deactivates another', async () => {
    const colleague = await portal.seed((db) => createUser(db, 'admin'))
    expect((await off(colleague)).json()).toMatchObject({ active: false })
  })

  test('two admins deactivate each other at once: one stays, ten times', async () => {
    for (let n = 0; n < 10; n++) {
      const [one, other] = await portal.seed(
        async (db) => [await createUser(db, 'admin'), await createUser(db, 'admin')] as const,
      )
      const [a, b] = [await portal.as(one), await portal.as(other)]
      const answers = await Promise.all([off(other, a), off(one, b)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
      expect([await isActive(one), await isActive(other)].sort()).toEqual([false, true])
    }
  })

  test('nobody but an admin, and only within the domain', async () => {
    const { id } = await aRep()
    expect((await off(id, await portal.as(id))).statusCode).toBe(403)
    expect((await off(id, portal.guest)).statusCode).toBe(401)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const path of [id, 999_999, 'x']) expect((await off(path as number, theirs)).statusCode).toBe(404)
    expect(await isActive(id)).toBe(true)
  })
})

describe('GET /api/v1/users/set/active/{id}/', () => {
  test('the user is back in its lists, and comes in with the password that it had', async () => {
    const { id, email } = await aRep()
    await off(id)
    const answer = await on(id)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { message: 'The user has been activated.', id, active: true }])
    expect((await logIn(email)).statusCode).toBe(200)
    expect(await foundIn(`/api/v1/users/all/?search=${email}`, id)).toBe(true)
    expect(await foundIn(`/api/v1/users/all/inactive/?search=${email}`, id)).toBe(false)
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['account.deactivated', 'account.activated'])
  })

  test('whoever is active stays so, and nothing is recorded', async () => {
    const { id } = await aRep()
    expect((await on(id)).json()).toMatchObject({ active: true })
    expect(await eventsOf(id)).toEqual([])
  })

  test('nobody but an admin, and only within the domain', async () => {
    const id = await portal.seed((db) => createUser(db, 'lab', { active: false }))
    expect((await on(id, await portal.as((await aRep()).id))).statusCode).toBe(403)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    for (const path of [id, 999_999, 'x']) expect((await on(path as number, theirs)).statusCode).toBe(404)
    expect(await isActive(id)).toBe(false)
  })
})
