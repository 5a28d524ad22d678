import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { personInput } from './sign-up/sign-up.fixture.ts'

let portal: TestPortal
let callers: Record<'admin' | 'sales_manager' | 'sales_distributor' | 'sales_rep', TestClient>
let ids: Record<'admin' | 'sales_manager' | 'sales_distributor' | 'sales_rep' | 'otherManager' | 'otherDistributor', number>
let foreign: number

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin'),
    sales_manager: await createUser(db, 'sales_manager'),
    sales_distributor: await createUser(db, 'sales_distributor'),
    sales_rep: await createUser(db, 'sales_rep'),
    otherManager: await createUser(db, 'sales_manager'),
    otherDistributor: await createUser(db, 'sales_distributor'),
  }))
  foreign = await portal.seedOther((db) => createUser(db, 'sales_manager'))
  callers = {
    admin: await portal.as(ids.admin),
    sales_manager: await portal.as(ids.sales_manager),
    sales_distributor: await portal.as(ids.sales_distributor),
    sales_rep: await portal.as(ids.sales_rep),
  }
})
afterAll(() => portal.close())

const countUsers = async () => Number((await portal.owner.query('select count(*) as n from users')).rows[0].n)
const userRowOf = async (id: number) => (await portal.owner.query('select * from users where id = $1', [id])).rows[0]

const calls = [
  { path: '/api/v1/sales-rep/', adds: 3, by: 'sales_manager', above: 'sales_manager_id', other: 'otherManager' },
  { path: '/api/v1/sales-managers/', adds: 6, by: 'sales_distributor', above: 'sales_distributor_id', other: 'otherDistributor' },
] as const

describe.each(calls)('POST $path', ({ path, adds, by, above, other }) => {
  test('adds a member to the own team and mails a link to set the password', async () => {
    const input = personInput({ generate_password: true, send_new_sales_team: true })
    const answer = await callers[by].post(path, input)
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { email: input.email, subscription: adds }])
    const { id } = answer.json()
    expect(await userRowOf(id)).toMatchObject({ memberships: [adds], [above]: ids[by], password_hash: null })
    await portal.runJobs()
    const [mail] = await readMails(portal, input.email)
    const token = /#(\S+)/.exec(mail?.text ?? '')?.[1] as string
    expect((await portal.guest.post('/auth/set-password/', { token, password: 'a new password' })).statusCode).toBe(200)
    const { rows: events } = await portal.owner.query(
      'select actor_id, after from audit_log where type = $1 and subject_id = $2',
      ['account.created', id],
    )
    expect(events).toEqual([{ actor_id: ids[by], after: { subscription: adds, [above]: ids[by] } }])
  })

  test('refuses the id of another team and accepts the id of the own team', async () => {
    const before = await countUsers()
    const answer = await callers[by].post(path, personInput({ [above]: ids[other] }))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { [above]: ['You add to your own team only.'] }])
    expect(await countUsers()).toBe(before)
    expect((await callers[by].post(path, personInput({ [above]: ids[by] }))).statusCode).toBe(201)
  })

  test('lets an admin name a team or leave it out', async () => {
    const { id } = (await callers.admin.post(path, personInput({ [above]: ids[other] }))).json()
    expect(await userRowOf(id)).toMatchObject({ [above]: ids[other] })
    const alone = (await callers.admin.post(path, personInput())).json()
    expect(await userRowOf(alone.id)).toMatchObject({ [above]: null })
    for (const invalidId of [foreign, ids.sales_rep, 999_999]) {
      const answer = await callers.admin.post(path, personInput({ [above]: invalidId }))
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [above]])
    }
  })

  test('is forbidden to other roles and refuses guests', async () => {
    expect((await callers.sales_rep.post(path, personInput())).statusCode).toBe(403)
    expect((await portal.guest.post(path, personInput())).statusCode).toBe(401)
    const theirs = await portal.tokenOf(foreign, true)
    expect((await portal.clientFor('acme', theirs).post(path, personInput())).statusCode).toBe(401)
  })

  test('ignores extra fields: kind, password and tags', async () => {
    const extra = { subscription: 7, password: 'chosen by another', tags: [1], memberships: [7], active: false, company: 'x' }
    const { id } = (await callers[by].post(path, personInput(extra))).json()
    expect(await userRowOf(id)).toMatchObject({ memberships: [adds], password_hash: null, tags: [], active: true, company: '' })
  })

  test.each<[string, object]>([
    ['first_name', { first_name: '' }],
    ['email', { email: 'x'.repeat(5000) }],
    ['generate_password', { generate_password: false }],
    ['phone_number', { phone_number: 'call me' }],
  ])('refuses an invalid %s and names the field', async (field, values) => {
    const before = await countUsers()
    const answer = await callers[by].post(path, personInput(values))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect(await countUsers()).toBe(before)
  })

  test('refuses an email that is in use', async () => {
    const input = personInput()
    await callers[by].post(path, input)
    expect((await callers[by].post(path, input)).json()).toMatchObject({ code: 'duplicate_email' })
  })
})
