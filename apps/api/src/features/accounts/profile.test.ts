import type { UserEdit } from '@vialdesk/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCenter, aUser, next } from '#api/testing/factories.ts'
import { type TestPortal, testPortal } from '#api/testing/portal.ts'

let portal: TestPortal
let ids: Record<'admin' | 'center' | 'rep', number>

beforeAll(async () => {
  portal = await testPortal()
  ids = await portal.arrange(async (db) => ({
    admin: await aUser(db, 'admin'),
    center: await aCenter(db, { phone_number: 'call the desk' }),
    rep: await aUser(db, 'sales_rep'),
  }))
})
afterAll(() => portal.close())

const edit = async (editor: number, id: number, body: UserEdit) => (await portal.as(editor)).patch(`/api/v1/users/${id}/`, body)
const REQUIRED = ['This field is required.']
const NO_PHONE = ['Enter a phone number, with the code of the country if it is abroad.']

describe('a telephone number', () => {
  test.each<[string, string]>([
    ['(555) 010-2233', 'United States'],
    ['555.010.2233 ext. 12', 'united states'],
    ['+47 22 01 02 03', 'United States'],
    ['22 01 02 03', 'Norway'],
    ['020 7946 0123', 'United Kingdom'],
    ['12345', 'a country of our own'],
    ['1234567', ''],
  ])('%s is kept as it is typed, in %s', async (phone_number, country_desc) => {
    const answer = await edit(ids.rep, ids.rep, { phone_number, country_desc })
    expect([answer.statusCode, answer.json().phone_number]).toEqual([200, phone_number])
  })

  test.each<[string, string]>([
    ['call me', 'United States'],
    ['12', ''],
    ['555 010', 'United States'],
    ['22 01 02', 'Norway'],
    ['+999 123', 'Norway'],
    ['+1 555 010 2233; drop', 'United States'],
    ['١٢٣٤٥٦٧', ''],
  ])('%s is none, in %s', async (phone_number, country_desc) => {
    const answer = await edit(ids.rep, ids.rep, { phone_number, country_desc, first_name: 'Unchanged' })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { phone_number: NO_PHONE }])
    expect((await (await portal.as(ids.rep)).get(`/api/v1/users/${ids.rep}/`)).json().first_name).not.toBe('Unchanged')
  })

  test('is asked for of oneself; an admin may leave it out', async () => {
    expect((await edit(ids.rep, ids.rep, { phone_number: ' ' })).json().errors).toEqual({ phone_number: REQUIRED })
    expect((await edit(ids.admin, ids.rep, { phone_number: '' })).statusCode).toBe(200)
  })

  test('that stood there before the rule is no hindrance to another change', async () => {
    expect((await edit(ids.center, ids.center, { phone_number: 'call the desk', city: 'Oslo' })).statusCode).toBe(200)
  })
})

describe('a new e-mail address', () => {
  const mailsTo = async (recipient: string) =>
    (
      await portal.owner.query('select subject, text from mail_outbox where domain_id = $1 and recipient = $2', [
        portal.domainId,
        recipient,
      ])
    ).rows
  const someone = async (password_hash: string | null) => {
    const email = `owner-${next()}@mail.example`
    return { email, id: await portal.arrange((db) => aUser(db, 'sales_rep', { email, password_hash })) }
  }

  test('is told at the old one, once, whoever changed it; the session knows it at once', async () => {
    const { id, email } = await someone('$argon2id$none')
    const caller = await portal.as(id)
    expect((await caller.patch(`/api/v1/users/${id}/`, { email: `new-${email}` })).statusCode).toBe(200)
    expect((await caller.get('/auth/session/')).json().user.email).toBe(`new-${email}`)
    await portal.runJobs()
    const told = await mailsTo(email)
    expect(told.map(({ subject }) => subject)).toEqual(['The e-mail address of your account was changed'])
    expect(told[0].text).not.toContain(`new-${email}`)
    await edit(ids.admin, id, { email: `newer-${email}` })
    await portal.runJobs()
    expect([(await mailsTo(`new-${email}`)).length, (await mailsTo(email)).length]).toEqual([1, 1])
  })

  test('is told at the old one even where several changes give themselves the same number', async () => {
    const { id, email } = await someone('$argon2id$none')
    const headers = {
      domain: 'acme',
      authorization: `Token ${await portal.tokenOf(id)}`,
      'x-request-id': 'chosen-by-the-caller',
    }
    for (const to of [`second-${email}`, `third-${email}`]) {
      const url = `/api/v1/users/${id}/`
      expect((await portal.app.inject({ method: 'PATCH', url, headers, payload: { email: to } })).statusCode).toBe(200)
    }
    await portal.runJobs()
    expect([(await mailsTo(email)).length, (await mailsTo(`second-${email}`)).length]).toEqual([1, 1])
  })

  test('of an account that nobody has come into yet is told to nobody but its new owner', async () => {
    const { id, email } = await someone(null)
    await edit(ids.admin, id, { email: `right-${email}` })
    await portal.runJobs()
    expect([await mailsTo(email), (await mailsTo(`right-${email}`)).length]).toEqual([[], 1])
  })

  test('is not in the queue, neither the old nor the new', async () => {
    const { id, email } = await someone('$argon2id$none')
    await edit(id, id, { email: `quiet-${email}` })
    const { rows } = await portal.owner.query('select payload::text from graphile_worker._private_jobs')
    expect(rows.map(({ payload }) => payload).join()).not.toContain(email)
    await portal.runJobs()
  })
})
