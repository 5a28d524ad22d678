/** Events are sent to public servers only, and nothing but the status of the answer is read. */
import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPublicIp } from '#api/platform/kernel/public-ip.ts'
import { httpsWebhooks, TIMEOUT_MS } from './https.ts'
import { type Receiver, startReceiver } from './receiver.fixture.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer = (response) => void response.writeHead(204).end()
})

const request = (url = receiver.url) => ({ url, headers: { 'content-type': 'application/json' }, body: '{"id":1}' })
const resolvingTo = (...addresses: string[]) => ({
  resolve: (_name: string, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
})
const PRIVATE = { problem: 'The address is private or reserved, so nothing is sent to it.' }

test('sends the body and answers the status', async () => {
  receiver.answer = (response) => void response.writeHead(202).end('x'.repeat(100_000))
  expect(await httpsWebhooks(receiver.options).post(request())).toEqual({ status: 202 })
  expect(receiver.received).toMatchObject([{ path: '/events?key=1', body: '{"id":1}', headers: { 'content-length': '8' } }])
})

test('does not follow a redirect', async () => {
  receiver.answer = (response) => void response.writeHead(307, { location: receiver.url }).end()
  expect(await httpsWebhooks(receiver.options).post(request())).toEqual({ status: 307 })
  expect(receiver.received).toHaveLength(1)
})

describe('a private address', () => {
  const guarded = (...addresses: string[]) => httpsWebhooks({ ca: receiver.ca, ...resolvingTo(...addresses) })

  test.each([
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the metadata service of a cloud', ['169.254.169.254']],
    ['this machine by IPv6', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['one private address among public ones', ['93.184.215.14', '192.168.0.1']],
  ])('is not called when a name resolves to it: %s', async (_, addresses) => {
    expect(await guarded(...addresses).post(request())).toEqual(PRIVATE)
    expect(receiver.received).toEqual([])
  })

  test.each(['127.0.0.1', '0x7f000001', '2130706433', '[::1]', '[::ffff:7f00:1]', '[fd00::1]', '0.0.0.0'])(
    'is not called when the URL names it: %s',
    async (host) => {
      const { port } = new URL(receiver.url)
      expect(await guarded('93.184.215.14').post(request(`https://${host}:${port}/`))).toEqual(PRIVATE)
      expect(receiver.received).toEqual([])
    },
  )

  test('cannot be reached by a name that resolves differently after the check: the checked address is called', async () => {
    const resolve = vi.fn(receiver.options.resolve)
    const sender = httpsWebhooks({ ...receiver.options, isAllowed: (ip) => ip === '127.0.0.1', resolve })
    expect(await sender.post(request())).toEqual({ status: 204 })
    expect(resolve).toHaveBeenCalledOnce()
  })
})

test.each([
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['203.0.113.9', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['8.8.8.8', true],
  ['2606:4700::1', true],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1%lo', false],
  ['fec0::1', false],
  ['::', false],
  ['not an address', false],
])('%s is public: %s', (ip, isPublic) => expect(isPublicIp(ip)).toBe(isPublic))

describe('problems in words', () => {
  test('a name that does not exist', async () => {
    const resolve = (_name: string, done: (error: NodeJS.ErrnoException, found: LookupAddress[]) => void) =>
      done(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), [])
    expect(await httpsWebhooks({ resolve }).post(request())).toEqual({ problem: 'The name of the server was not found.' })
  })

  test('a certificate that nobody trusts, or of another name', async () => {
    const { ca: _, ...untrusting } = receiver.options
    expect(await httpsWebhooks(untrusting).post(request())).toEqual({ problem: 'The certificate of the server is not trusted.' })
    const other = request(receiver.url.replace('hooks.test', 'other.test'))
    expect(await httpsWebhooks(receiver.options).post(other)).toEqual({
      problem: 'The certificate of the server is for another name.',
    })
  })

  test('a server that is not there', async () => {
    const gone = await startReceiver()
    gone.close()
    expect(await httpsWebhooks(gone.options).post(request(gone.url))).toEqual({
      problem: 'The server refused the connection.',
    })
  })

  test('a server that does not answer', async () => {
    receiver.answer = () => {}
    const slow = httpsWebhooks({ ...receiver.options, timeoutMs: 100 })
    expect(await slow.post(request())).toEqual({ problem: 'The server did not answer in time.' })
    expect(TIMEOUT_MS).toBe(10_000)
  })

  test('an answer that is no HTTP', async () => {
    receiver.answer = (response) => void response.socket?.end('what? '.repeat(10))
    expect(await httpsWebhooks(receiver.options).post(request())).toEqual({ problem: 'The request failed.' })
  })
})
