/** SMTP against a real server: accepted mails, refused mails, and failures of the server. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { dkimVerify } from 'mailauth'
import { afterEach, describe, expect, test } from 'vitest'
import { MailRefused, MailUnavailable } from '#api/platform/ports/mail.ts'
import { aMail } from './mails.fixture.ts'
import { parseSmtpUrl, smtpMail } from './smtp.ts'
import { LOGIN, type Manner, SMALL_BYTES, testMailServer } from './test-mail-server.fixture.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const started = async (manner: Manner = 'open') => {
  const server = await testMailServer(manner)
  closing.push(server.close)
  return server
}

/** A TCP server without SMTP; the test decides what happens to each connection. */
const rawServer = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  return `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

describe('a server that answers', () => {
  test('receives both bodies, the id as Message-ID, and Auto-Submitted against automatic replies', async () => {
    const { url, received } = await started()
    await smtpMail(url).send(aMail(1), 'account-ready.17')
    const [mail] = received()
    expect(received()).toHaveLength(1)
    expect(mail).toMatchObject({ sender: 'portal@acme.example', recipients: ['ada@patients.example'] })
    const { message } = mail ?? { message: '' }
    expect(message).toMatch(/^Message-ID: <\d+\.account-ready\.17@acme\.example>\r$/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(message).toContain('Content-Type: multipart/alternative')
    expect(message).toContain('<p>Set your password.</p>')
  })

  test('receives a signature of the given key, and the return path as envelope sender', async () => {
    const { url, received } = await started()
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const signature = { domain: 'acme.example', selector: 'v1', privateKey }
    await smtpMail(url).send(aMail(1, { signature, returnPath: 'bounces@bounces.acme.example' }), 'x')
    const [{ sender, message } = { sender: '', message: '' }] = received()
    expect(sender).toBe('bounces@bounces.acme.example')
    const resolver = async (name: string) =>
      name === 'v1._domainkey.acme.example' ? [[`v=DKIM1; p=${publicKey.toString('base64')}`]] : []
    const { results } = await dkimVerify(message, { resolver })
    expect(results.map(({ signingDomain, status }) => [signingDomain, status.result])).toEqual([['acme.example', 'pass']])
  })

  test('receives no second recipient from a sender name', async () => {
    const { url, received } = await started()
    await smtpMail(url).send(aMail(1, { from: { name: 'Acme", <x@else.example>, "', address: 'portal@acme.example' } }), 'x')
    expect(received()[0]).toMatchObject({ sender: 'portal@acme.example', recipients: ['ada@patients.example'] })
  })

  test.each([
    ['recipient', { to: '550@patients.example' }],
    ['message', { subject: 'refuse 554' }],
  ])('may refuse the %s permanently: MailRefused', async (_what, change) => {
    const { url, received } = await started()
    const sending = smtpMail(url).send(aMail(1, change), 'x')
    await expect(sending).rejects.toThrow(MailRefused)
    await expect(sending).rejects.toMatchObject({ cause: { responseCode: expect.any(Number) } })
    expect(received()).toEqual([])
  })

  test.each([
    ['recipient temporarily', { to: '450@patients.example' }],
    ['recipient without a login', { to: '530@patients.example' }],
    ['message temporarily', { subject: 'refuse 451' }],
  ])('may refuse the %s: MailUnavailable', async (_what, change) => {
    const { url } = await started()
    await expect(smtpMail(url).send(aMail(1, change), 'x')).rejects.toThrow(MailUnavailable)
  })

  test('refuses a large mail permanently: MailRefused', async () => {
    const { url, received } = await started('small')
    const large = aMail(1, { text: 'x '.repeat(SMALL_BYTES) })
    await expect(smtpMail(url).send(large, 'x')).rejects.toThrow(MailRefused)
    await smtpMail(url).send(aMail(1), 'x')
    expect(received()).toHaveLength(1)
  })

  test.each([
    ['a wrong login', 'portal:wrong@', 535],
    ['no login', '', 530],
  ])('refuses %s: MailUnavailable, so the mail is retried', async (_what, login, responseCode) => {
    const { port, received } = await started('login')
    const sending = smtpMail(`smtp://${login}127.0.0.1:${port}`).send(aMail(1), 'x')
    await expect(sending).rejects.toThrow(MailUnavailable)
    await expect(sending).rejects.toMatchObject({ cause: { responseCode } })
    expect(received()).toEqual([])
  })

  test('accepts the login from the URL', async () => {
    const { port, received } = await started('login')
    const login = `${LOGIN.user}:${encodeURIComponent(LOGIN.password)}`
    await smtpMail(`smtp://${login}@127.0.0.1:${port}`).send(aMail(1), 'x')
    expect(received()).toHaveLength(1)
  })

  test.each(['starttls', 'tls'] as const)('receives an encrypted mail only with a trusted certificate, by %s', async (manner) => {
    const { url, certificate, received } = await started(manner)
    const sending = smtpMail(url).send(aMail(1), 'x')
    await expect(sending).rejects.toThrow(MailUnavailable)
    await expect(sending).rejects.toMatchObject({ cause: { message: expect.stringMatching(/certificate/) } })
    expect(received()).toEqual([])
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, certificate])
    await smtpMail(url)
      .send(aMail(1), 'x')
      .finally(() => setDefaultCACertificates(usual))
    expect(received()).toMatchObject([{ isEncrypted: true }])
  })

  test('gets nothing unencrypted on another machine', async () => {
    const { port, received } = await started()
    // 0.0.0.0 leads to this machine, but is not a loopback address.
    const elsewhere = `smtp://0.0.0.0:${port}`
    const sending = smtpMail(elsewhere).send(aMail(1), 'x')
    await expect(sending).rejects.toThrow(MailUnavailable)
    await expect(sending).rejects.toMatchObject({ cause: { code: 'ETLS' } })
    expect(received()).toEqual([])
    await smtpMail(`${elsewhere}?tls=off`).send(aMail(1), 'x')
    expect(received()).toHaveLength(1)
  })
})

describe('throws MailUnavailable when the server', () => {
  test('is down', async () => {
    const sending = smtpMail('smtp://127.0.0.1:1').send(aMail(1), 'x')
    await expect(sending).rejects.toThrow(MailUnavailable)
    await expect(sending).rejects.toMatchObject({ cause: { originalCode: 'ECONNREFUSED' } })
  })

  test('sends no greeting', async () => {
    const url = await rawServer(() => {})
    await expect(smtpMail(url, { greetingMs: 50 }).send(aMail(1), 'x')).rejects.toThrow(MailUnavailable)
  })

  test('is silent after the greeting', async () => {
    const url = await rawServer((socket) => socket.write('220 here\r\n'))
    await expect(smtpMail(url, { answerMs: 50 }).send(aMail(1), 'x')).rejects.toThrow(MailUnavailable)
  })

  test('closes the connection', async () => {
    const url = await rawServer((socket) => socket.end())
    await expect(smtpMail(url).send(aMail(1), 'x')).rejects.toThrow(MailUnavailable)
  })

  test('offers no service', async () => {
    const url = await rawServer((socket) => socket.write('554 no service\r\n'))
    await expect(smtpMail(url).send(aMail(1), 'x')).rejects.toThrow(MailUnavailable)
  })

  test('speaks another protocol', async () => {
    const url = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await expect(smtpMail(url).send(aMail(1), 'x')).rejects.toThrow(MailUnavailable)
  })
})

describe('the URL of the server', () => {
  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: true, ignoreTLS: false }],
    ['smtps://mail.example', { port: 465, secure: true, ignoreTLS: false }],
    ['smtp://mail.example:25?tls=off', { port: 25, requireTLS: false, ignoreTLS: true }],
    ['smtp://127.0.0.1:1025', { port: 1025, requireTLS: false, ignoreTLS: false }],
    ['smtp://[::1]:1025', { host: '::1', requireTLS: false }],
    ['smtp://127.elsewhere.example', { requireTLS: true }],
  ])('reads %s', (address, expected) => {
    expect(parseSmtpUrl(address)).toMatchObject(expected)
  })

  test.each(['', 'mail.example', 'https://portal:secret@mail.example', 'smtp://', 'smtp://portal:secret@mail.example?tls=maybe'])(
    'refuses %j without revealing the password',
    (address) => {
      expect(() => parseSmtpUrl(address)).toThrow(/mail server/)
      expect(() => parseSmtpUrl(address)).not.toThrow(/secret/)
    },
  )
})
