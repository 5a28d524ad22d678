/** `portal providers check` of labels, documents, mails and files, at the fakes and at what the portal has itself. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACCOUNT, fakeFedex, KEYS } from '#api/adapters/carrier/fedex-server.fixture.ts'
import { testS3 } from '#api/adapters/files/test-stores.fixture.ts'
import { smtpServer } from '#api/adapters/mail/smtp-server.fixture.ts'
import { API_KEY, fakeBoldsign } from '#api/adapters/signing/boldsign-server.fixture.ts'
import { install, routeRequests } from './installation.fixture.ts'

let installation: Awaited<ReturnType<typeof install>>
beforeAll(async () => {
  installation = await install()
})
afterAll(() => installation.close())
afterEach(() => vi.unstubAllGlobals())

const ok = expect.stringMatching(/^ok/)

describe('carrier', () => {
  // A day later in Greenwich than at the sender.
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2031-03-04T02:30:00Z'), toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  const SANDBOX = 'https://apis-sandbox.fedex.com'
  const fedex = {
    ...{ CARRIER: 'fedex', FEDEX_URL: SANDBOX, FEDEX_ACCOUNT: ACCOUNT },
    ...{ FEDEX_KEY: KEYS.key, FEDEX_SECRET: KEYS.secret },
  }

  test('buys, tracks, finds and cancels a label at the sandbox of FedEx', async () => {
    const server = await fakeFedex(Date.now)
    routeRequests({ [SANDBOX]: server.url })
    const { steps, code, output } = await installation.check(['carrier'], fedex)
    expect(steps).toEqual({
      label: expect.stringMatching(/^ok tracking number \d+$/),
      'its PDF opens': expect.stringMatching(/^ok 1 page/),
      track: 'ok label_made',
      'find by reference': expect.stringMatching(/^ok CHECK-[0-9a-f]{12}$/),
      cancel: 'ok cancelled',
      'cancel again': 'ok cancelled',
      certification: expect.stringMatching(/^open /),
    })
    expect([code, output]).toEqual([undefined, expect.stringMatching(/; \d+ requests to the provider$/)])
    expect(output).not.toContain(KEYS.secret)
    expect([server.shipped.map(({ cancelled }) => cancelled), server.schemaViolations]).toEqual([[true], []])
    await server.close()
  })

  test('finds and cancels a label whose answer was lost, and exits with code 1', async () => {
    const server = await fakeFedex(Date.now)
    server.failWith('error')
    routeRequests({ [SANDBOX]: server.url }, (url) => {
      if (!url.endsWith('/shipments') && !url.endsWith('/token')) server.failWith(undefined)
      return undefined
    })
    const { steps, code } = await installation.check(['carrier'], fedex)
    expect(steps).toEqual({
      label: 'failed unknown SERVICE.UNAVAILABLE.ERROR',
      'clean-up: cancel the label': 'ok cancelled',
      certification: expect.stringMatching(/^open /),
    })
    expect([code, server.shipped.map(({ cancelled }) => cancelled)]).toEqual([1, [true]])
    await server.close()
  })

  test('refuses the production of FedEx, and runs at the simulator', async () => {
    const production = { ...fedex, FEDEX_URL: 'https://apis.fedex.com' }
    await expect(installation.check(['carrier'], production)).rejects.toThrow(/^FEDEX_URL is not .*cost money/)
    const { steps, output } = await installation.check(['carrier'])
    expect(output).toContain('the simulator: no carrier is proven')
    expect(steps).toMatchObject({ 'find by reference': ok, cancel: ok, 'cancel again': ok })
  })
})

describe('signing', () => {
  const HOST = 'https://api.boldsign.com'
  const args = ['signing', '--domain', 'acme']
  const boldsign = { provider: 'boldsign', region: 'us', api_key: API_KEY }

  test('makes a template and a document at BoldSign, and revokes it', async () => {
    const server = await fakeBoldsign()
    await installation.signWith(boldsign)
    const { owner, domainId } = installation
    routeRequests({ [HOST]: server.url }, async (url) => {
      if (url.includes('/template/send'))
        await owner.query(`insert into signing_webhook_events values ($1, 'boldsign', 'event-1')`, [domainId])
      return undefined
    })
    const { steps, output, code } = await installation.check([...args, '--sandbox', '--wait', '60'])
    expect(steps).toEqual({
      account: 'ok',
      sandbox: 'ok by the word of the operator',
      template: ok,
      'template is prepared': 'ok',
      'the same template again': 'ok the first one',
      'document with a prefilled text': ok,
      'the same document again': 'ok the first one',
      'link to sign': 'ok https://app.boldsign.com',
      state: 'ok Pending, signer sent',
      'no download before signing': 'ok refused',
      webhook: 'ok a signed event has arrived',
      revoke: 'ok Revoked',
      delete: expect.stringMatching(/^open /),
    })
    expect(code).toBeUndefined()
    expect(output).toContain(`; ${server.requests.length} requests to the provider`)
    // An hour of the sandbox has 50.
    expect(server.requests.length).toBeLessThan(25)
    expect(output).not.toContain(API_KEY)
    expect(server.documents.map(({ status }) => status)).toEqual(['Revoked'])
    await server.close()
  })

  test('revokes the document after a failed step, cuts texts of BoldSign to codes, and exits with code 1', async () => {
    const server = await fakeBoldsign()
    await installation.signWith(boldsign)
    routeRequests({ [HOST]: server.url }, (url) => {
      if (!url.includes('/document/revoke') || server.documents.some(({ message }) => message === 'once')) return undefined
      for (const document of server.documents) document.message = 'once'
      return Response.json({ error: 'The person Pat Example must wait.' }, { status: 503 })
    })
    const { steps, output, code } = await installation.check([...args, '--sandbox'])
    expect(steps).toMatchObject({ revoke: 'failed SigningUnavailable', 'clean-up: revoke the document': 'ok revoked' })
    expect(steps.webhook).toMatch(/^open .*webhooks\/boldsign\/acme\//)
    expect(output).not.toContain('must wait')
    expect([code, server.documents.map(({ status }) => status)]).toEqual([1, ['Revoked']])
    await server.close()
  })

  test('makes nothing in a live account, nor in one of which BoldSign says nothing', async () => {
    let requests = 0
    const live = createServer((_request, response) => {
      requests += 1
      response.setHeader('X-RateLimit-Limit', '2000').setHeader('content-type', 'application/json')
      response.end('{"pageDetails":{},"result":[]}')
    })
    await new Promise<void>((resolve) => live.listen(0, '127.0.0.1', resolve))
    await installation.signWith(boldsign)
    routeRequests({ [HOST]: `http://127.0.0.1:${(live.address() as AddressInfo).port}` })
    expect((await installation.check([...args, '--sandbox'])).steps.sandbox).toMatch(/^failed a live account/)
    expect(requests).toBe(1)
    live.close()
    const silent = await fakeBoldsign()
    routeRequests({ [HOST]: silent.url })
    const { steps, code } = await installation.check(args)
    expect([steps.sandbox, code, silent.templates]).toEqual([expect.stringMatching(/^failed .*--sandbox/), 1, []])
    await silent.close()
  })

  test('seals a page with the portal’s own engine', async () => {
    await installation.signWith({ provider: 'embedded' })
    const { steps, output } = await installation.check(args)
    expect(output).toContain('no provider is proven')
    expect(steps).toEqual({ account: 'ok', 'seal a page': 'ok B-B, the portal’s own certificate, without a timestamp' })
  })
})

describe('mail', () => {
  const to = ['mail', '--to', 'operator@clinic.example']

  test('sends a mail, and a second one to an address that the server refuses', async () => {
    const server = await smtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.endsWith('.invalid') ? Object.assign(new Error(`No ${address}`), { responseCode: 550 }) : null),
    })
    const { steps, output, code } = await installation.check([...to, '--refused-recipient'], { SMTP_URL: server.url })
    expect(steps).toEqual({
      send: 'ok accepted by the server',
      'a refused recipient': 'ok refused: 550',
      arrival: expect.stringMatching(/^open /),
    })
    expect(code).toBeUndefined()
    expect(output).not.toContain('clinic.example')
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['operator@clinic.example']])
    await server.close()
    expect(await installation.check(to, { SMTP_URL: server.url })).toMatchObject({
      steps: { send: 'failed not accepted: no answer' },
      code: 1,
    })
  })

  test('keeps the mail in the outbox without a server, and refuses what is no address', async () => {
    expect((await installation.check(to)).steps.send).toBe('ok kept in the outbox')
    await expect(installation.check(['mail', '--to', 'operator'])).rejects.toThrow(/--to ADDRESS/)
    await expect(installation.check(['mail'])).rejects.toThrow(/--to ADDRESS/)
  })
})

describe('files', () => {
  const life = {
    put: 'ok 1000 bytes',
    'get and compare': 'ok',
    'size, media type, exists': 'ok',
    'put a stream of several parts': 'ok 11 MiB',
    'a cut stream leaves nothing': 'ok',
    'delete, get: none': 'ok',
  }

  test('puts, reads and deletes a file in a folder, and in an S3 store', async () => {
    expect(await installation.check(['files'])).toMatchObject({ steps: life, code: undefined })
    const server = await testS3()
    const { steps, output } = await installation.check(['files'], { FILES_URL: server.url })
    expect(steps).toEqual(life)
    expect(output).not.toContain('S3RVER')
    await server.close()
  })

  test('fails with the codes of a store that does not answer', async () => {
    const FILES_URL = 's3://id:secret@portal?endpoint=http://127.0.0.1:1'
    const { steps, output, code } = await installation.check(['files'], { FILES_URL })
    expect(steps.put).toBe('failed FilesUnavailable ECONNREFUSED')
    expect(code).toBe(1)
    expect(output).not.toContain('secret')
  })
})
