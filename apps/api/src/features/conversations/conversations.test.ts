import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStream, unreadEvent } from '#api/features/notices/unread-count/unread-count.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { readMails } from '#api/testing/read-mails.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { MAX_PER_HOUR } from './send-message.commands.ts'

const SEND = '/api/v1/conversations/messages/'
const LIST = '/api/v1/conversations/'
const TEXT = 'My knee hurts since Monday.'

let portal: TestPortal
let ids: Record<'center' | 'referral' | 'patient' | 'staff' | 'admin' | 'other' | 'lab' | 'rep', number>
let patient: TestClient
let center: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  ids = await portal.seed(async (db) => {
    const rep = await createUser(db, 'sales_rep')
    const lab = await createUser(db, 'lab')
    const made = {
      center: await createCenter(db, { sales_rep_id: rep, lab_id: lab }),
      referral: await createUser(db, 'referral_harvest_center'),
      staff: await createUser(db, 'hc_staff', { first_name: 'Mateo', last_name: 'Reyes' }),
    }
    await db.insertRow('staff_centers', { staff_id: made.staff, center_id: made.center })
    return {
      ...{ rep, lab },
      ...made,
      patient: await createPatient(db, {
        ...{ first_name: 'Nora', last_name: 'Hale' },
        ...{ harvest_center_id: made.center, referral_harvest_center_id: made.referral },
      }),
      admin: await createUser(db, 'admin'),
      other: await createCenter(db),
    }
  })
  patient = await portal.as(ids.patient)
  center = await portal.as(ids.center)
})

const write = (user: TestClient, text = TEXT, center_id = ids.center, request_id: string = crypto.randomUUID()) =>
  user.post(SEND, { request_id, patient_id: ids.patient, center_id, text })
const beginBy = async (user: TestClient) => (await write(user)).json().conversation.id as number
const messagesOf = async (user: TestClient, id: number, query = '') => (await user.get(`${LIST}${id}/messages/${query}`)).json()
const emailOf = async (user: number) =>
  (await portal.owner.query('select email from users where id = $1', [user])).rows[0].email as string
const unreadOf = async (user: TestClient) => (await user.get(`${LIST}unread/`)).json().unread
const reachLimit = (conversation: number) =>
  portal.owner.query(
    `insert into conversation_messages (domain_id, conversation_id, side, author_id, request_id, text)
     select $1, $2, 'patient', $3, gen_random_uuid(), 'again' from generate_series(2, $4)`,
    [portal.domainId, conversation, ids.patient, MAX_PER_HOUR],
  )
const movePatientTo = (harvest_center_id: number) =>
  portal.owner.query('update users set harvest_center_id = $1 where id = $2', [harvest_center_id, ids.patient])

describe('a conversation', () => {
  test('begins with a message of the patient, which the center answers', async () => {
    const before = (await patient.get(`/api/v1/users/${ids.patient}/conversations/`)).json()
    expect(before.results.map(({ id, center: { id: of }, can }: never) => [id, of, can])).toEqual([
      [null, ids.center, { write: true, mark_read: true }],
      [null, ids.referral, { write: true, mark_read: true }],
    ])
    const sent = await write(patient)
    expect(sent.statusCode).toBe(201)
    expect(sent.json().message).toMatchObject({ side: 'patient', text: TEXT, staff: null, seen: false })
    const { id } = sent.json().conversation
    expect((await center.get(LIST)).json()).toMatchObject({
      results: [{ id, patient: { first_name: 'Nora' }, unread: 1, newest_side: 'patient', preview: TEXT }],
      older: null,
    })
    await write(center, 'Come in tomorrow at nine.')
    const { messages, conversation } = await messagesOf(patient, id)
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Come in tomorrow at nine.', TEXT])
    expect(conversation).toMatchObject({ id, unread: 1, newest_side: 'center' })
  })

  test('begins with a message of the center, too', async () => {
    const id = await beginBy(center)
    expect((await messagesOf(patient, id)).messages).toMatchObject([{ side: 'center', text: TEXT }])
  })

  test('is one for each patient and center, also when both begin at once', async () => {
    const [one, two] = await Promise.all([write(patient), write(center)])
    expect(one.json().conversation.id).toBe(two.json().conversation.id)
    expect((await messagesOf(center, one.json().conversation.id)).messages).toHaveLength(2)
    expect((await write(patient, TEXT, ids.referral)).json().conversation.id).not.toBe(one.json().conversation.id)
  })

  test('has pages that begin at a message', async () => {
    const id = await beginBy(patient)
    for (const text of ['two', 'three']) await write(patient, text)
    const first = await messagesOf(center, id, '?limit=2')
    expect(first.messages.map(({ text }: { text: string }) => text)).toEqual(['three', 'two'])
    const second = await messagesOf(center, id, `?limit=2&before=${first.older}`)
    expect([second.messages.map(({ text }: { text: string }) => text), second.older]).toEqual([[TEXT], null])
  })

  test('shows the name of the staff user to the center, and the name of the center to the patient', async () => {
    const staff = await portal.asImpersonator(ids.center, ids.staff, 'staff')
    const id = await beginBy(staff)
    expect((await messagesOf(center, id)).messages).toMatchObject([{ side: 'center', staff: 'Mateo Reyes' }])
    expect((await messagesOf(patient, id)).messages).toMatchObject([{ side: 'center', staff: null }])
  })
})

describe('unread messages', () => {
  test('are counted for each side until it has read them, and the other side sees that', async () => {
    const id = await beginBy(patient)
    const { message } = (await write(patient, 'And my hip.')).json()
    expect([await unreadOf(center), await unreadOf(patient)]).toEqual([2, 0])
    const read = (up_to: number) => center.post(`${LIST}${id}/read/`, { up_to })
    expect((await read(message.id - 1)).json()).toEqual({ unread: 1 })
    const seen = (await messagesOf(patient, id)).messages.map((each: { seen: boolean }) => each.seen)
    expect(seen).toEqual([false, true])
    expect((await read(message.id)).json()).toEqual({ unread: 0 })
    expect([await unreadOf(center), await unreadOf(patient)]).toEqual([0, 0])
    await write(patient, 'A later one.')
    expect(await unreadOf(center), 'a later message is unread').toBe(1)
  })

  test('arrive by the live stream', async () => {
    const stream = await openStream(portal.app, await portal.tokenOf(ids.center))
    expect(await stream.next()).toBe(unreadEvent(0, 0))
    await write(patient)
    expect(await stream.next()).toBe(unreadEvent(1, 1))
    await write(patient, 'Another one.')
    expect(await stream.next()).toBe(unreadEvent(1, 2))
    stream.close()
  })

  test('leave the count of a center that the patient has left', async () => {
    await write(patient)
    await movePatientTo(ids.other)
    expect(await unreadOf(center)).toBe(0)
  })
})

describe('the list of a center', () => {
  test('has those that wait for an answer first, and a filter for them', async () => {
    const answered = await beginBy(patient)
    await write(center, 'An answer.')
    const second = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.center }))
    const body = { request_id: crypto.randomUUID(), patient_id: second, center_id: ids.center, text: 'Hello?' }
    const waiting = await (await portal.as(second)).post(SEND, body)
    await write(center, 'A newer message of the center.')
    const idsOf = async (query: string) => (await center.get(`${LIST}${query}`)).json().results.map(({ id }: never) => id)
    const waits = waiting.json().conversation.id
    expect(await idsOf('')).toEqual([waits, answered])
    expect(await idsOf('?waiting=true')).toEqual([waits])
    const page = (await center.get(`${LIST}?limit=1`)).json()
    expect(await idsOf(`?limit=1&before=${page.older}`)).toEqual([answered])
  })
})

describe('notices', () => {
  test('announce the first unread message, and their mail has neither text nor name', async () => {
    const id = await beginBy(patient)
    const { message } = (await write(patient, 'And my hip.')).json()
    await portal.runJobs()
    const listed = (await center.get('/api/v1/notices/')).json()
    expect(listed).toMatchObject({
      unread: 1,
      results: [{ title: 'You have a new message', path: `/conversations?patient=${ids.patient}` }],
    })
    const mails = await readMails(portal, await emailOf(ids.center))
    expect(mails.map(({ subject }) => subject)).toEqual(['You have a new message in Acme Cells'])
    expect(JSON.stringify(mails)).not.toMatch(/Nora|Hale|knee/)
    expect(mails[0]?.text).toContain('/conversations')
    await center.post(`${LIST}${id}/read/`, { up_to: message.id })
    expect((await center.get('/api/v1/notices/')).json().unread, 'reading the messages reads the notice').toBe(0)
  })

  test('and audit, jobs and mails never contain the text', async () => {
    await write(patient)
    await portal.runJobs()
    for (const table of ['audit_log', 'mails', 'notices', 'graphile_worker._private_jobs'])
      expect((await portal.owner.query(`select from ${table} t where t::text like '%knee hurts%'`)).rowCount, table).toBe(0)
    const { rows } = await portal.owner.query(
      `select subject_id, patient_id, after from audit_log where type = 'message.sent' and actor_id = $1`,
      [ids.patient],
    )
    expect(rows).toMatchObject([{ patient_id: ids.patient, after: { message: expect.any(Number) } }])
  })
})

describe('access', () => {
  test('is for the two sides and admins; each read of others is audited', async () => {
    const id = await beginBy(patient)
    const path = `${LIST}${id}/messages/`
    const statusFor = async (user: number) => (await (await portal.as(user)).get(path)).statusCode
    expect(await statusFor(ids.other)).toBe(404)
    expect(await statusFor(ids.referral), 'has its own conversation with the patient').toBe(404)
    expect([await statusFor(ids.lab), await statusFor(ids.rep), await statusFor(ids.staff)]).toEqual([403, 403, 403])
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.get(path)).statusCode).toBe(404)
    expect([await statusFor(ids.admin), await statusFor(ids.center)]).toEqual([200, 200])
    for (const reader of [ids.admin, ids.center]) {
      const { rowCount } = await portal.owner.query(
        `select from audit_log where type = 'patient.seen' and actor_id = $1 and patient_id = $2`,
        [reader, ids.patient],
      )
      expect(rowCount).toBeGreaterThan(0)
    }
  })

  test('ends for a center with its tie; the patient keeps the conversation and cannot write', async () => {
    const id = await beginBy(patient)
    await movePatientTo(ids.other)
    expect((await center.get(`${LIST}${id}/messages/`)).statusCode).toBe(404)
    expect((await center.get(LIST)).json().results).toEqual([])
    expect((await write(center)).statusCode).toBe(404)
    expect((await messagesOf(patient, id)).conversation.can).toEqual({ write: false, mark_read: true })
    expect((await write(patient)).statusCode).toBe(409)
  })

  test('does not let an admin speak for a patient or a center, nor mark their messages as read', async () => {
    const id = await beginBy(patient)
    const { message } = (await write(center)).json()
    for (const account of [ids.patient, ids.center]) {
      const inside = await portal.asImpersonator(account, ids.admin)
      expect((await messagesOf(inside, id)).conversation.can).toEqual({ write: false, mark_read: false })
      expect((await write(inside)).statusCode).toBe(409)
      expect((await inside.post(`${LIST}${id}/read/`, { up_to: message.id })).statusCode).toBe(409)
    }
    const admin = await portal.as(ids.admin)
    const seen = (await admin.get(`/api/v1/users/${ids.patient}/conversations/`)).json().results
    expect(
      seen.map((each: { id: number }) => each.id),
      'only those with messages',
    ).toEqual([id])
  })

  test('does not reach a center of another patient, nor another patient', async () => {
    expect((await write(patient, TEXT, ids.other)).statusCode).toBe(404)
    const stranger = await portal.as(await portal.seed((db) => createPatient(db)))
    expect((await write(stranger)).statusCode).toBe(404)
    expect((await stranger.get(`/api/v1/users/${ids.patient}/conversations/`)).statusCode).toBe(404)
  })

  test('is empty for a patient without a center', async () => {
    await portal.owner.query('update users set harvest_center_id = null, referral_harvest_center_id = null where id = $1', [
      ids.patient,
    ])
    expect((await patient.get(`/api/v1/users/${ids.patient}/conversations/`)).json().results).toEqual([])
  })
})

test('refuses an empty and a too long text, and more messages than a person writes', async () => {
  for (const text of ['  ', 'x'.repeat(4001)]) {
    const refused = await write(patient, text)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['text']])
  }
  const id = await beginBy(patient)
  await reachLimit(id)
  const refused = await write(patient)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
})

describe('a message that is sent again after a lost answer', () => {
  const REQUEST = 'e3f5a0d2-6c1b-4f7a-9a55-0b1c2d3e4f50'

  test('is stored and announced once, also by two requests at once and beyond the limit of an hour', async () => {
    const send = () => write(patient, TEXT, ids.center, REQUEST)
    const [one, two] = await Promise.all([send(), send()])
    const { conversation, message } = one.json()
    expect([one.statusCode, two.statusCode, two.json().message]).toEqual([201, 201, message])
    await reachLimit(conversation.id)
    expect((await send()).json().message).toEqual(message)
    expect(await unreadOf(center)).toBe(1)
    const entries = await portal.owner.query(`select from audit_log where type = 'message.sent' and actor_id = $1`, [ids.patient])
    expect(entries.rowCount).toBe(1)
  })

  test('is refused with another text or to another center, and is no message of another author', async () => {
    const { message } = (await write(patient, TEXT, ids.center, REQUEST)).json()
    expect((await write(patient, 'Another text.', ids.center, REQUEST)).statusCode).toBe(409)
    expect((await write(patient, TEXT, ids.referral, REQUEST)).statusCode).toBe(409)
    const answered = (await write(center, TEXT, ids.center, REQUEST)).json()
    expect(answered.message.id).not.toBe(message.id)
    expect((await messagesOf(patient, answered.conversation.id)).messages).toHaveLength(2)
  })
})

test('messages keep a removed patient on record', async () => {
  await write(patient)
  const admin = await portal.as(ids.admin)
  await admin.get(`/api/v1/users/set/inactive/${ids.patient}/`)
  await admin.delete(`/api/v1/users/delete-inactive/${ids.patient}/`)
  expect((await portal.owner.query('select from conversation_messages where author_id = $1', [ids.patient])).rowCount).toBe(1)
})
