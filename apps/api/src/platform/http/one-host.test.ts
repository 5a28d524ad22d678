/** On a raw socket, because no client sends such requests. */
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const LOGIN_PAGE = '/domain/config/acme/'
let portal: TestPortal
let port: number
beforeAll(async () => {
  portal = await startTestPortal()
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  port = (portal.app.server.address() as net.AddressInfo).port
})
afterAll(() => portal.close())

/** Returns the status and the body of the answer. */
const say = (url: string, ...hosts: string[]) =>
  new Promise<[number, { code?: string }]>((resolve, reject) => {
    const head = [`GET ${url} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Domain: acme', 'Connection: close']
    let heard = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`))
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('close', () => {
      const [lines = '', body = ''] = heard.split('\r\n\r\n')
      resolve([Number(/^HTTP\/1.1 (\d+)/.exec(lines)?.[1]), JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? '{}')])
    })
    socket.on('error', reject)
  })

const refused = [400, { message: 'This request could not be read.', code: 'malformed' }]

test.each([
  ['twice', '', ['a.example', 'b.example']],
  ['twice, although both are the same', '', ['a.example', 'a.example']],
  ['in the URL and differently in the header', 'http://b.example', ['a.example']],
  ['in the URL with another port', 'http://a.example:81', ['a.example']],
  ['in the URL after a user', 'http://a.example@b.example', ['a.example']],
  ['in a URL that cannot be read', 'http://', ['a.example']],
])('refuses a request that names its host %s', async (_, origin, hosts) => {
  expect(await say(origin + LOGIN_PAGE, ...hosts)).toEqual(refused)
})

test.each([
  ['in the header', '', 'a.example'],
  ['with a port', '', 'a.example:8080'],
  ['in the URL and in the header', 'http://a.example', 'a.example'],
  ['in the URL with the usual port, in capitals', 'http://A.example:80', 'a.example'],
])('answers a request that names its host %s', async (_, origin, host) => {
  expect((await say(origin + LOGIN_PAGE, host))[0]).toBe(200)
})
