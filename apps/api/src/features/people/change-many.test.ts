import type { BulkChange } from '@vialdesk/contract/people/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

const change = (body: BulkChange | object, caller = admin) => caller.post('/api/v1/users/bulk/', { ...body })
const userOf = async (id: number) => (await admin.get(`/api/v1/users/${id}/`)).json()
const createPatients = (count: number, values = {}) =>
  portal.seed(async (db) => {
    const center = await createCenter(db)
    const ids: number[] = []
    while (ids.length < count) ids.push(await createPatient(db, { harvest_center_id: center, ...values }))
    return ids as [number, number, ...number[]]
  })
const eventsOf = async (subject: number) => {
  const text = `
    select type, patient_id, before, after
    from audit_log
    where domain_id = $1
      and subject_id = $2
      and type <> 'patient.seen'
    order by id`
  return (await portal.owner.query(text, [portal.domainId, subject])).rows
}

test('adds a tag to users without it and removes it again, and audits each change', async () => {
  const [tagged, other] = await createPatients(2)
  await portal.seed((db) =>
    db
      .updateTable('users')
      .set({ tags: [2, 1] })
      .where('id', '=', tagged)
      .execute(),
  )
  const answer = await change({ action: 'add_tag', ids: [tagged, other, other], tag: 1 })
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { message: '1 user has been changed.', changed: 1, changed_ids: [other] },
  ])
  expect([(await userOf(tagged)).tags, (await userOf(other)).tags]).toEqual([[2, 1], [1]])
  const both = await change({ action: 'remove_tag', ids: [tagged, other], tag: 1 })
  expect(both.json()).toEqual({ message: '2 users have been changed.', changed: 2, changed_ids: [tagged, other] })
  expect([(await userOf(tagged)).tags, (await userOf(other)).tags]).toEqual([[2], []])
  const event = { type: 'account.changed', patient_id: other }
  expect(await eventsOf(other)).toEqual([
    { ...event, before: { tags: [] }, after: { tags: [1] } },
    { ...event, before: { tags: [1] }, after: { tags: [] } },
  ])
})

test('sets the rep of centers and notifies the rep; sets and removes the center of patients', async () => {
  const [one, two] = await createPatients(2)
  const [center, rep] = await portal.seed(async (db) => [await createCenter(db), await createUser(db, 'sales_rep')] as const)
  expect((await change({ action: 'set_rep', ids: [center], saless_rep_id: rep })).json().changed).toBe(1)
  expect((await userOf(center)).saless_rep_id).toBe(rep)
  const notices = (await (await portal.as(rep)).get('/api/v1/notices/')).json()
  expect(notices.results[0].title).toBe('A new harvest center')
  await change({ action: 'set_center', ids: [one, two], harvest_center_id: center })
  expect((await userOf(two)).hc_desc).toMatchObject([{ id: center }])
  await change({ action: 'set_center', ids: [one], harvest_center_id: null })
  expect((await userOf(one)).hc_desc).toEqual([])
})

test('deactivates users, whose sessions end at once', async () => {
  const [one, two] = await createPatients(2)
  const client = await portal.as(two)
  const answer = await change({ action: 'deactivate', ids: [one, two] })
  expect(answer.json()).toEqual({ message: '2 users have been changed.', changed: 2, changed_ids: [one, two] })
  expect((await client.get('/auth/session/')).statusCode).toBe(401)
  expect((await userOf(one)).active).toBe(false)
  expect((await change({ action: 'deactivate', ids: [one, two] })).json().changed).toBe(0)
})

test('activates the users that a deactivation changed, and no others', async () => {
  const [one, two, three] = (await createPatients(3)) as [number, number, number]
  await change({ action: 'deactivate', ids: [three] })
  const { changed_ids } = (await change({ action: 'deactivate', ids: [one, two, three] })).json()
  expect(changed_ids).toEqual([one, two])
  expect((await change({ action: 'activate', ids: changed_ids })).json()).toMatchObject({ changed: 2, changed_ids })
  expect([(await userOf(one)).active, (await userOf(three)).active]).toEqual([true, false])
  expect((await eventsOf(two)).map(({ type }) => type)).toEqual(['account.deactivated', 'account.activated'])
  expect((await change({ action: 'activate', ids: changed_ids })).json()).toMatchObject({ changed: 0, changed_ids: [] })
  const theirs = await portal.seedOther((db) => createUser(db, 'patient', { active: false }))
  expect((await change({ action: 'activate', ids: [three, theirs] })).statusCode).toBe(404)
  expect((await userOf(three)).active).toBe(false)
})

test('changes nobody if one user cannot be changed', async () => {
  const [one] = await createPatients(1)
  const staff = await portal.seed((db) => createUser(db, 'hc_staff'))
  const center = await portal.seed((db) => createCenter(db))
  const theirs = await portal.seedOther((db) => createUser(db, 'patient'))
  const mixed = await change({ action: 'set_center', ids: [one, staff], harvest_center_id: center })
  expect([mixed.statusCode, mixed.json().errors]).toEqual([
    422,
    { ids: [`Remove users without a harvest center from the selection: #${staff}.`] },
  ])
  expect((await change({ action: 'add_tag', ids: [one, theirs], tag: 1 })).json()).toMatchObject({
    code: 'not_found',
    message: 'Some of these users no longer exist. Reload the list.',
  })
  expect((await change({ action: 'deactivate', ids: [one, theirs] })).statusCode).toBe(404)
  const self = await change({ action: 'deactivate', ids: [one, adminId] })
  expect([self.statusCode, self.json().message]).toEqual([409, 'You cannot deactivate your own account.'])
  expect(await userOf(one)).toMatchObject({ tags: [], active: true })
  expect((await userOf(one)).hc_desc).not.toMatchObject([{ id: center }])
  expect(await eventsOf(one)).toEqual([])
})

test('refuses unknown tags, inactive reps and centers, an empty list and other roles', async () => {
  const ids = await createPatients(1)
  const inactive = await portal.seed((db) => createUser(db, 'sales_rep', { active: false }))
  const errorsOf = async (body: object) => (await change({ ids, ...body })).json().errors
  expect(await errorsOf({ action: 'add_tag', tag: 31_000 })).toEqual({ tag: ['Choose from the list of tags.'] })
  expect(await errorsOf({ action: 'set_rep', saless_rep_id: inactive })).toEqual({
    saless_rep_id: ['Choose an active sales rep.'],
  })
  expect(await errorsOf({ action: 'set_center', harvest_center_id: inactive })).toEqual({
    harvest_center_id: ['Choose an active harvest center.'],
  })
  expect(await errorsOf({ action: 'deactivate', ids: [] })).toEqual({ ids: ['Select at least one user.'] })
  expect((await change({ action: 'grow', ids })).statusCode).toBe(422)
  const body = { action: 'deactivate', ids }
  expect((await change(body, await portal.as(ids[0]))).statusCode).toBe(403)
  expect((await change(body, portal.guest)).statusCode).toBe(401)
})

test('two admins who change the same users at the same time both finish', async () => {
  const ids = await createPatients(6)
  const second = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const answers = await Promise.all([
    change({ action: 'add_tag', ids, tag: 1 }),
    change({ action: 'add_tag', ids: ids.toReversed(), tag: 2 }, second),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const id of ids) expect((await userOf(id)).tags.toSorted()).toEqual([1, 2])
})
