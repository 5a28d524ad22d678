import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCenter, createUser, nextNumber } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const OBSERVERS = '/api/v1/observers/'
let portal: TestPortal
let admin: TestClient
let labs: [number, number]

beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  labs = await portal.seed(async (db) => {
    const labs = [await createUser(db, 'lab', { company: 'North Lab' }), await createUser(db, 'lab', { company: 'South Lab' })]
    for (const lab_id of labs) await createCenter(db, { lab_id })
    return labs as [number, number]
  })
})
afterAll(() => portal.close())

const newObserver = (values: object = {}) => ({
  first_name: 'Olga',
  last_name: 'Berg',
  email: `observer-${nextNumber()}@mail.example`,
  lab_id: labs[0],
  ...values,
})
const centersOf = async (client: TestClient, lab: number) =>
  (await client.get(`/api/v1/processing-labs/${lab}/harvestcenters/`)).statusCode

test('an admin adds an observer, who gets a mail and sees the centers of one lab only', async () => {
  const observer = newObserver()
  const answer = await admin.post(OBSERVERS, observer)
  const { id } = answer.json()
  const shown = {
    id,
    first_name: 'Olga',
    last_name: 'Berg',
    email: observer.email,
    active: true,
    invited: expect.objectContaining({ state: 'sent' }),
  }
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    {
      message: `We emailed an invitation to ${observer.email}.`,
      ...shown,
      lab: { id: labs[0], company: 'North Lab' },
      last_login: null,
    },
  ])
  await portal.runJobs()
  const { rows } = await portal.owner.query('select subject from mail_outbox where recipient = $1', [observer.email])
  expect(rows).toEqual([{ subject: 'Your account is ready' }])
  const client = await portal.as(id)
  expect([await centersOf(client, labs[0]), await centersOf(client, labs[1])]).toEqual([200, 404])
  expect((await client.get('/api/v1/notices/')).statusCode).toBe(403)
})

test('an admin moves an observer to another lab, at once', async () => {
  const { id } = (await admin.post(OBSERVERS, newObserver())).json()
  const client = await portal.as(id)
  const moved = await admin.patch(`${OBSERVERS}${id}/`, { lab_id: labs[1] })
  expect([moved.statusCode, moved.json()]).toMatchObject([
    200,
    { message: 'The observer has another lab now.', lab: { id: labs[1], company: 'South Lab' } },
  ])
  expect([await centersOf(client, labs[0]), await centersOf(client, labs[1])]).toEqual([404, 200])
  const { rows } = await portal.owner.query(
    `select before, after from audit_log where subject_id = $1 and type = 'account.changed'`,
    [id],
  )
  expect(rows).toEqual([{ before: { lab_id: labs[0] }, after: { lab_id: labs[1] } }])
})

test('lists active and inactive observers of the domain by their words, newest first', async () => {
  const [, inactive] = await portal.seed(async (db) => [
    await createUser(db, 'lab', { last_name: 'Quist' }),
    await createUser(db, 'observer', { last_name: 'Quist', active: false, lab_id: null }),
    await createUser(db, 'observer', { last_name: 'Quist', active: false, removed_at: new Date() }),
  ])
  await portal.seedOther((db) => createUser(db, 'observer', { last_name: 'Quist' }))
  const found = (await admin.get(`${OBSERVERS}?search=quist`)).json()
  expect(found).toMatchObject({ count: 1, results: [{ id: inactive, active: false, lab: null }] })
  const all = (await admin.get(`${OBSERVERS}?limit=2`)).json()
  expect(all.results).toHaveLength(2)
  expect(all.results[0].id).toBeGreaterThan(all.results[1].id)
  expect(all.count).toBeGreaterThan(2)
})

test('refuses a used email, a lab that is inactive or of another domain, and other users', async () => {
  const errorsOf = async (values: object) => (await admin.post(OBSERVERS, newObserver(values))).json().errors
  const inactive = await portal.seed((db) => createUser(db, 'lab', { active: false }))
  const theirLab = await portal.seedOther((db) => createUser(db, 'lab'))
  for (const lab_id of [inactive, theirLab]) expect(await errorsOf({ lab_id })).toEqual({ lab_id: ['Choose an active lab.'] })
  const { email, id } = (await admin.post(OBSERVERS, newObserver())).json()
  expect(await errorsOf({ email })).toEqual({ email: ['A user with this email already exists.'] })
  expect(await errorsOf({ first_name: '' })).toHaveProperty('first_name')
  expect((await admin.patch(`${OBSERVERS}${id}/`, { lab_id: inactive })).statusCode).toBe(422)
  expect((await admin.patch(`${OBSERVERS}${labs[0]}/`, { lab_id: labs[1] })).statusCode).toBe(404)
  const theirs = await portal.seedOther((db) => createUser(db, 'observer', { lab_id: theirLab }))
  expect((await admin.patch(`${OBSERVERS}${theirs}/`, { lab_id: labs[1] })).statusCode).toBe(404)
  const lab = await portal.as(labs[0])
  expect((await lab.get(OBSERVERS)).statusCode).toBe(403)
  expect((await lab.post(OBSERVERS, newObserver())).statusCode).toBe(403)
  expect((await portal.guest.get(OBSERVERS)).statusCode).toBe(401)
})
