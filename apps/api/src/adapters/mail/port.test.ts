/** The contract suite that every mailer passes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDomains, type TestDomains } from '#api/adapters/test-domains.fixture.ts'
import { type Mail, type Mailer, MailRefused } from '#api/platform/ports/mail.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { embeddedMail } from './embedded.ts'
import { aMail } from './mails.fixture.ts'
import { smtpMail } from './smtp.ts'
import { testMailServer } from './test-mail-server.fixture.ts'

interface Arrived {
  sender: string
  recipient: string
  replyTo: string | undefined
  subject: string
  id: string
}

interface Subject {
  mailer: Mailer
  /** All mails that arrived, oldest first. */
  arrived(): Promise<Arrived[]>
  close(): Promise<void>
}

const outbox = async (domains: TestDomains): Promise<Subject> => {
  const mailer = embeddedMail(domains.pool, 'a secret key')
  const arrived = async () => {
    const { results } = await mailer.list({ domainId: domains.ownId, limit: 100, offset: 0 })
    return results.reverse().map((mail) => ({
      sender: `${mail.sender_name} <${mail.sender_email}>`,
      recipient: mail.recipient,
      replyTo: mail.reply_to ?? undefined,
      subject: mail.subject,
      id: mail.message_id,
    }))
  }
  return { mailer, arrived, close: async () => {} }
}

const smtp = async (): Promise<Subject> => {
  const server = await testMailServer('open')
  const header = (message: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(message)?.[1]
  const arrived = async () =>
    server.received().map(({ message, recipients }) => ({
      sender: header(message, 'From') ?? '',
      recipient: recipients.join(),
      replyTo: header(message, 'Reply-To'),
      subject: header(message, 'Subject') ?? '',
      id: /<\d+\.(.+)@acme\.example>/.exec(header(message, 'Message-ID') ?? '')?.[1] ?? '',
    }))
  return { mailer: smtpMail(server.url), arrived, close: server.close }
}

describe.each([
  ['outbox', outbox],
  ['SMTP', smtp],
])('%s', (_name, make) => {
  let domains: TestDomains
  let subject: Subject
  beforeAll(async () => {
    domains = await createTestDomains(await createTestDatabase())
    subject = await make(domains)
  })
  afterAll(async () => {
    await subject.close()
    await domains.close()
  })

  const arrivedWith = async (id: string) => (await subject.arrived()).filter((mail) => mail.id === id)

  test('delivers a mail with its sender, recipient, reply-to, subject and id', async () => {
    await subject.mailer.send(aMail(domains.ownId, { replyTo: 'desk@acme.example' }), 'one')
    expect(await arrivedWith('one')).toEqual([
      {
        sender: 'Acme Portal <portal@acme.example>',
        recipient: 'ada@patients.example',
        replyTo: 'desk@acme.example',
        subject: 'Your account is ready',
        id: 'one',
      },
    ])
  })

  test('delivers a mail without a reply-to', async () => {
    await subject.mailer.send(aMail(domains.ownId), 'two')
    expect(await arrivedWith('two')).toMatchObject([{ replyTo: undefined }])
  })

  test('accepts a repeated mail with the same id', async () => {
    await subject.mailer.send(aMail(domains.ownId), 'again')
    await subject.mailer.send(aMail(domains.ownId), 'again')
    expect((await arrivedWith('again')).map(({ id }) => id)).toContain('again')
  })

  test.each<[string, Partial<Mail>, string]>([
    ['a subject with a line break', { subject: 'Hello\r\nBcc: everyone@else.example' }, 'x'],
    ['a subject with a line feed', { subject: 'Hello\nBcc: everyone@else.example' }, 'x'],
    ['a subject with a null', { subject: 'Hello\0' }, 'x'],
    ['no subject', { subject: ' ' }, 'x'],
    ['two recipients', { to: 'ada@patients.example, everyone@else.example' }, 'x'],
    ['a recipient with a line break', { to: 'ada@patients.example\r\nBcc: everyone@else.example' }, 'x'],
    ['a recipient with a name', { to: 'Ada <ada@patients.example>' }, 'x'],
    ['no recipient', { to: '' }, 'x'],
    ['a sender with a line break', { from: { name: 'Acme\r\nBcc: everyone@else.example', address: 'portal@acme.example' } }, 'x'],
    ['a sender without an address', { from: { name: 'Acme', address: 'acme' } }, 'x'],
    ['two reply-tos', { replyTo: 'a@acme.example,b@acme.example' }, 'x'],
    ['a return path with a line break', { returnPath: 'a@acme.example\r\nRCPT TO:<everyone@else.example>' }, 'x'],
    ['an id with a line break', {}, 'x\r\nBcc: everyone@else.example'],
    ['no id', {}, ''],
  ])('refuses %s permanently and delivers nothing', async (_what, change, id) => {
    const before = await subject.arrived()
    const sending = subject.mailer.send(aMail(domains.ownId, change), id)
    await expect(sending).rejects.toThrow(MailRefused)
    await expect(sending).rejects.not.toThrow(/else\.example/)
    expect(await subject.arrived()).toEqual(before)
  })
})
