/** Behaviour of the outbox only; port.test.ts has the tests common to all mailers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import { openPool } from '#api/db/connection/pools.ts'
import type { Outbox } from '#api/platform/ports/mail.ts'
import { MailUnavailable } from '#api/platform/ports/mail.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { embeddedMail } from './embedded.ts'
import { aMail } from './mails.fixture.ts'

let domains: TestDomains
let outbox: Outbox
beforeAll(async () => {
  domains = await createTestDomains(await createTestDatabase())
  outbox = embeddedMail(domains.pool, 'a secret key')
})
afterAll(() => domains.close())

const all = (domainId: number) => outbox.list({ domainId, limit: 100, offset: 0 })
const idsOf = async (domainId: number, limit: number, offset: number) =>
  (await outbox.list({ domainId, limit, offset })).results.map((mail) => mail.message_id)

test('stores a mail once, in its first version, when it is sent 20 times at once', async () => {
  const { count } = await all(domains.ownId)
  await outbox.send(aMail(domains.ownId, { subject: 'first' }), 'once')
  await Promise.all(Array.from({ length: 20 }, () => outbox.send(aMail(domains.ownId, { subject: 'later' }), 'once')))
  const after = await all(domains.ownId)
  expect(after.count).toBe(count + 1)
  expect(after.results[0]).toMatchObject({ message_id: 'once', subject: 'first' })
})

test('allows the same message id in two domains and keeps their mails apart', async () => {
  await outbox.send(aMail(domains.ownId, { subject: 'ours' }), 'shared')
  await outbox.send(aMail(domains.otherId, { subject: 'theirs' }), 'shared')
  expect((await all(domains.otherId)).results).toMatchObject([{ subject: 'theirs' }])
  expect((await all(domains.ownId)).results.map(({ subject }) => subject)).not.toContain('theirs')
})

test('lists mails newest first, in pages, with all fields and the total count', async () => {
  const { rows } = await domains.owner.query(
    `insert into domains (identifier, name, email_sender) values ('listed', 'Listed', 'portal@listed.example') returning id`,
  )
  const domainId = Number(rows[0].id)
  for (const id of ['a', 'b', 'c']) await outbox.send(aMail(domainId, { subject: 'Zoë’s läb — 研究' }), id)
  expect(await idsOf(domainId, 2, 0)).toEqual(['c', 'b'])
  expect(await idsOf(domainId, 2, 2)).toEqual(['a'])
  const { count, results } = await outbox.list({ domainId, limit: 1, offset: 0 })
  expect(count).toBe(3)
  expect(results).toEqual([
    {
      id: expect.any(Number),
      message_id: 'c',
      sender_name: 'Acme Portal',
      sender_email: 'portal@acme.example',
      recipient: 'ada@patients.example',
      reply_to: null,
      subject: 'Zoë’s läb — 研究',
      text: 'Set your password.',
      html: '<p>Set your password.</p>',
      sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/),
    },
  ])
})

test('does not let the application change or delete a mail', async () => {
  await expect(domains.pool.query("update mail_outbox set subject = ''")).rejects.toMatchObject({ code: '42501' })
  await expect(domains.pool.query('delete from mail_outbox')).rejects.toMatchObject({ code: '42501' })
})

test('throws MailUnavailable with the cause when the database is down', async () => {
  const pool = openPool('postgres://nobody@127.0.0.1:1/none', { max: 1 })
  const sending = embeddedMail(pool, 'a secret key').send(aMail(domains.ownId), 'x')
  await expect(sending).rejects.toThrow(MailUnavailable)
  await expect(sending).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  await pool.end()
})

describe('the secret of a link', () => {
  const secret = { value: 'k3-Secret_of-the-link', expiresAt: new Date('2030-01-01T00:00:00Z') }
  const withLink = { text: `Open /x#${secret.value}`, html: `<a href="/x#${secret.value}">open</a>`, secret }

  const read = async (id: string) => (await all(domains.ownId)).results.find((mail) => mail.message_id === id)

  test('is stored encrypted, for this mail alone, and shown in its place', async () => {
    await outbox.send(aMail(domains.ownId, withLink), 'with-secret')
    const { rows } = await domains.owner.query(`select m::text as line from mail_outbox m where message_id = 'with-secret'`)
    expect(rows[0].line).not.toContain(secret.value)
    expect(rows[0].line).not.toContain(Buffer.from(secret.value).toString('hex'))
    expect(await read('with-secret')).toMatchObject({ text: withLink.text, html: withLink.html })
    await outbox.send(aMail(domains.ownId, withLink), 'copied')
    await domains.owner.query(
      `update mail_outbox set sealed_secret = (select sealed_secret from mail_outbox where message_id = 'with-secret')
       where message_id = 'copied'`,
    )
    expect(await read('copied')).toMatchObject({ text: 'Open /x#used-or-expired' })
    const [mail] = (await embeddedMail(domains.pool, 'another key').list({ domainId: domains.ownId, limit: 1, offset: 1 }))
      .results
    expect(mail).toMatchObject({ message_id: 'with-secret', text: 'Open /x#used-or-expired' })
  })

  test('is erased for good, also from a mail that was sent again', async () => {
    for (const id of ['verify-1', 'verify-1-again-77', 'verify-12']) await outbox.send(aMail(domains.ownId, withLink), id)
    await outbox.send(aMail(domains.otherId, withLink), 'verify-1')
    await outbox.eraseSecret?.(domains.ownId, 'verify-1')
    const { rows } = await domains.owner.query(
      `select domain_id, message_id from mail_outbox where sealed_secret is not null and message_id like 'verify-1%' order by 1, 2`,
    )
    expect(rows.map(({ domain_id, message_id }) => [Number(domain_id), message_id])).toEqual([
      [domains.ownId, 'verify-12'],
      [domains.otherId, 'verify-1'],
    ])
    expect(await read('verify-1')).toMatchObject({ text: 'Open /x#used-or-expired' })
  })
})
