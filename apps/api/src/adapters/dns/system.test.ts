/** Look-ups at a real DNS server of the tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DnsUnavailable } from '#api/platform/ports/dns.ts'
import { type DnsServer, startDnsServer } from './dns-server.fixture.ts'
import { systemDns } from './system.ts'

let server: DnsServer
beforeAll(async () => {
  server = await startDnsServer({
    'acme.example': { TXT: ['v=spf1 -all', 'another text'], MX: ['Second.acme.example', 'first.acme.example'] },
    'parts.example': { TXT: [['v=DKIM1; p=', 'abc', 'def']] },
    'long.example': { TXT: [Array.from({ length: 6 }, () => 'x'.repeat(200))] },
    'bounces.acme.example': { CNAME: 'Mail.portal.example' },
    'first.acme.example': { A: ['192.0.2.7'] },
    'null.example': { MX: ['.'] },
  })
})
afterAll(() => server.close())

const dns = (timeoutMs = 2000) => systemDns({ server: '127.0.0.1', port: server.port, timeoutMs })

describe('the look-up', () => {
  test('answers each TXT record, and joins the parts of a record', async () => {
    expect((await dns().txt('acme.example')).toSorted()).toEqual(['another text', 'v=spf1 -all'])
    expect(await dns().txt('parts.example')).toEqual(['v=DKIM1; p=abcdef'])
  })
  test('answers a record that is too long for UDP', async () => {
    expect(await dns().txt('long.example')).toEqual(['x'.repeat(1200)])
  })
  test('answers mail servers in the order of their preference', async () => {
    expect(await dns().mx('acme.example')).toEqual(['second.acme.example', 'first.acme.example'])
    expect(await dns().mx('null.example')).toEqual([''])
  })
  test('answers the target of another name, and addresses', async () => {
    expect(await dns().cname('bounces.acme.example')).toEqual(['mail.portal.example'])
    expect(await dns().addresses('first.acme.example')).toEqual(['192.0.2.7'])
  })
  test.each(['nobody.example', 'first.acme.example', 'not a name', `${'x'.repeat(64)}.example`, ''])(
    'answers an empty list for %j without such records',
    async (name) => {
      expect(await dns().txt(name)).toEqual([])
      expect(await dns().cname(name)).toEqual([])
    },
  )
})

describe('an unknown result', () => {
  test('is a name server that gives no answer in time', async () => {
    server.silent.add('slow.example')
    const asking = dns(50).txt('slow.example')
    await expect(asking).rejects.toThrow(DnsUnavailable)
    await expect(asking).rejects.toThrow('The name server did not answer in time.')
  })
  test('is a name server that reports a failure', async () => {
    server.failing.add('failing.example')
    await expect(dns().mx('failing.example')).rejects.toThrow('The name server reports a failure.')
  })
  test('is a name server that is not there', async () => {
    const nobody = systemDns({ server: '127.0.0.1', port: 1, timeoutMs: 500 })
    await expect(nobody.txt('acme.example')).rejects.toThrow(DnsUnavailable)
  })
})
