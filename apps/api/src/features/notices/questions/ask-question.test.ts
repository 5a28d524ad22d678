import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { embeddedMail } from '#api/adapters/mail/embedded.ts'
import { inDomain } from '#api/db/transaction.ts'
import { sweepNotices } from '#api/features/notices/read-notices.commands.ts'
import { findDomainById } from '#api/platform/access/domains.ts'
import { MailRefused, MailUnavailable } from '#api/platform/ports/mail.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { recipientsOf, sendQuestion } from './send-question.jobs.ts'

let portal: TestPortal
let me: number
let caller: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  me = await portal.seed((db) => createUser(db, 'patient'))
  caller = await portal.as(me)
  await portal.owner.query(`update domains set email_notifications = 'desk@acme.example, Care@acme.example' where id = $1`, [
    portal.domainId,
  ])
})

const question = {
  name: 'Zoë "Z" O’Hara',
  email: 'zoe@mail.example',
  phone_number: '+1 305 555 0100',
  message: 'When may I come?\n\nبكرة أو بعد بكرة؟ <b>Thanks</b>',
}
const rows = async () => (await portal.owner.query('select * from questions where user_id = $1', [me])).rows
const mails = async () =>
  (await portal.owner.query(`select * from mail_outbox where text like '%by user ' || $1 || '.%' order by recipient`, [me])).rows

describe('POST /api/v1/contact/', () => {
  test('mails the question to every address of the business, with the asker as reply-to', async () => {
    const answer = await caller.post('/api/v1/contact/', question)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ message: 'Your question has been sent.' })
    await portal.runJobs()
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual(['Care@acme.example', 'desk@acme.example'])
    for (const mail of sent) {
      expect(mail.reply_to).toBe('zoe@mail.example')
      expect(mail.subject).not.toContain('Zoë')
      expect(mail.text).toContain('Name: Zoë "Z" O’Hara')
      expect(mail.text).toContain('+1 305 555 0100')
      expect(mail.text).toContain('بكرة أو بعد بكرة؟ <b>Thanks</b>')
      expect(mail.html).not.toContain('<b>Thanks</b>')
    }
    expect(await rows()).toMatchObject([{ sent_at: expect.any(String) }])
  })

  test('keeps the text out of the queue and the audit', async () => {
    await caller.post('/api/v1/contact/', question)
    const queued = await portal.owner.query<{ text: string }>(
      `select payload::text as text from graphile_worker._private_jobs where payload::text like '%question_id%'`,
    )
    expect(queued.rows.length).toBeGreaterThan(0)
    const audited = await portal.owner.query<{ text: string }>(
      `select to_jsonb(a)::text as text from audit_log a where type = 'question.asked' and actor_id = $1`,
      [me],
    )
    expect(audited.rows).toHaveLength(1)
    for (const { text } of [...queued.rows, ...audited.rows]) expect(text).not.toMatch(/Zoë|zoe@|may I come|555 0100/)
    await portal.runJobs()
  })

  test.each<[string, Record<string, unknown>]>([
    ['name', { name: '' }],
    ['name', { name: 'Zoë\r\nBcc: everyone@else.example' }],
    ['name', { name: 'Z'.repeat(121) }],
    ['email', { email: 'zoe@mail.example\r\nBcc: everyone@else.example' }],
    ['email', { email: 'zoe@mail.example, everyone@else.example' }],
    ['email', { email: 'Zoë <zoe@mail.example>' }],
    ['email', { email: '' }],
    ['phone_number', { phone_number: '1\n2' }],
    ['message', { message: ' ' }],
    ['message', { message: 'x'.repeat(4001) }],
    ['message', { message: 'a\0b' }],
  ])('refuses an invalid %s, and saves nothing (%#)', async (field, change) => {
    const answer = await caller.post('/api/v1/contact/', { ...question, ...change })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
    expect(await rows()).toEqual([])
  })

  test('accepts ten questions an hour from an account, whatever email address it gives', async () => {
    for (let n = 0; n < 10; n++) {
      expect((await caller.post('/api/v1/contact/', { ...question, email: `zoe${n}@mail.example` })).statusCode).toBe(200)
    }
    const refused = await caller.post('/api/v1/contact/', { ...question, email: 'zoe11@mail.example' })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('3600')
    expect(await rows()).toHaveLength(10)
    await portal.runJobs()
  })

  test('accepts no more than ten concurrent questions', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => caller.post('/api/v1/contact/', question)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(await rows()).toHaveLength(10)
    await portal.runJobs()
  })

  test('refuses guests and observers, and mails only the own domain', async () => {
    expect((await portal.guest.post('/api/v1/contact/', question)).statusCode).toBe(401)
    const observer = await portal.seed((db) => createUser(db, 'observer'))
    expect((await (await portal.as(observer)).post('/api/v1/contact/', question)).statusCode).toBe(403)
    const foreignPatient = await portal.seedOther((db) => createUser(db, 'patient'))
    await (await portal.asOther(foreignPatient)).post('/api/v1/contact/', question)
    await portal.runJobs()
    const { rows: sent } = await portal.owner.query(`select recipient from mail_outbox where domain_id = $1`, [
      portal.otherDomainId,
    ])
    expect(sent).toHaveLength(1)
    expect(sent[0].recipient).toMatch(/^portal@domain-\d+\.example$/)
  })
})

describe('the job that sends a question', () => {
  const createQuestion = async () => {
    await caller.post('/api/v1/contact/', question)
    await portal.owner.query('delete from graphile_worker._private_jobs')
    const [{ id }] = await rows()
    return Number(id)
  }
  /** Runs the job with a mail adapter that fails for an address if `treat` returns an error. */
  const run = async (id: number, treat: (to: string) => Error | undefined) => {
    const outbox = embeddedMail(portal.pool, portal.ports.secretKey)
    const mail: typeof outbox = {
      ...outbox,
      send: async (letter, messageId) => {
        const error = treat(letter.to)
        if (error) throw error
        await outbox.send(letter, messageId)
      },
    }
    const domain = await findDomainById(portal.owner, portal.domainId)
    const transact = <T>(work: Parameters<typeof inDomain<T>>[2]) => inDomain(portal.pool, portal.domainId, work)
    const { log, ports } = portal
    await sendQuestion.run(
      { domain, ports: { ...ports, mail }, log, transact, attempt: 1, lastAttempt: false, resends: false },
      { question_id: id },
    )
  }

  test('sends no second copy when it is tried again', async () => {
    const id = await createQuestion()
    const first = run(id, (to) => (to.startsWith('Care') ? new MailUnavailable('not now') : undefined))
    await expect(first).rejects.toThrow(MailUnavailable)
    expect(await rows()).toMatchObject([{ sent_to: ['desk@acme.example'], sent_at: null }])
    const tried: string[] = []
    await run(id, (to) => void tried.push(to))
    expect(tried).toEqual(['Care@acme.example'])
    expect(await mails()).toHaveLength(2)
    await run(id, () => new Error('it is not sent again'))
  })

  test('mails the other addresses when one refuses', async () => {
    const id = await createQuestion()
    await run(id, (to) => (to.startsWith('desk') ? new MailRefused('never') : undefined))
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['Care@acme.example'])
    expect(await rows()).toMatchObject([{ sent_at: expect.any(String) }])
  })

  test('fails when every address refuses', async () => {
    const id = await createQuestion()
    await expect(run(id, () => new MailRefused('never'))).rejects.toThrow('No address of the business accepted the question')
    expect(await rows()).toMatchObject([{ sent_at: null }])
  })
})

describe('the addresses of the business', () => {
  test.each([
    ['a@b.example', ['a@b.example']],
    [' a@b.example ,c@d.example; A@B.example,', ['A@B.example', 'c@d.example']],
    ['', ['portal@b.example']],
    ['nobody, @, x@', ['portal@b.example']],
  ])('are read from "%s"', (email_notifications, expected) => {
    expect(recipientsOf({ email_notifications, email_sender: 'portal@b.example' })).toEqual(expected)
  })
})

test('the nightly job deletes old read notices and old sent questions, and no others', async () => {
  const insert = (days: number | null) =>
    portal.owner.query(
      `insert into notices (domain_id, user_id, kind, title, text, read_at)
       values ($1, $2, 'team', $3, 'x', now() - make_interval(days => $4))`,
      [portal.domainId, me, `read ${days}`, days],
    )
  for (const days of [181, 179, null]) await insert(days)
  for (const days of [31, 29, null]) {
    await portal.owner.query(
      `insert into questions (domain_id, user_id, name, email, phone_number, message, sent_at)
       values ($1, $2, $3, 'a@b.example', '', 'x', now() - make_interval(days => $4))`,
      [portal.domainId, me, `sent ${days}`, days],
    )
  }
  expect(await sweepNotices.run(portal.owner)).toBe(2)
  const { rows: left } = await portal.owner.query('select title from notices where user_id = $1 order by id', [me])
  expect(left.map(({ title }) => title)).toEqual(['read 179', 'read null'])
  expect((await rows()).map(({ name }) => name)).toEqual(['sent 29', 'sent null'])
  expect(await sweepNotices.run(portal.owner)).toBe(0)
})
