/** Look-ups at a real DNS server of the tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DnsUnavailable } from '#api/platform/ports/dns.ts'
import { systemDns } from './system.ts'
import { FAILING, REFUSED, SILENT, testNameServer, zones } from './test-names.fixture.ts'

let server: Awaited<ReturnType<typeof testNameServer>>
beforeAll(async () => {
  server = await testNameServer()
})
afterAll(() => server.close())

const dns = (timeoutMs = 2000) => systemDns({ server: '127.0.0.1', port: server.port, timeoutMs })

describe('the look-up', () => {
  test('answers each TXT record, and joins the parts of a record', async () => {
    expect((await dns().txt('acme.example')).toSorted()).toEqual(['another text', 'v=spf1 -all'])
    expect(await dns().txt('parts.example')).toEqual(['v=DKIM1; p=abcdef'])
  })
  test('answers the characters of a TXT record as they are', async () => {
    expect(await dns().txt('quoted.example')).toEqual(['a "quoted" text; with \\ in it'])
  })
  test('answers records that are too long for UDP', async () => {
    expect(await dns().txt('long.example')).toEqual(['x'.repeat(1600)])
    expect((await dns().txt('many.example')).toSorted()).toEqual(zones['many.example']?.TXT?.toSorted())
  })
  test('answers mail servers in the order of their preference', async () => {
    expect(await dns().mx('acme.example')).toEqual(['second.acme.example', 'first.acme.example'])
    expect(await dns().mx('null.example')).toEqual([''])
  })
  test('follows another name to its TXT records', async () => {
    expect(await dns().txt('v1._domainkey.acme.example')).toEqual(['v=DKIM1; p=abc'])
    expect(await dns().txt('bounces.acme.example')).toEqual([])
  })
  test('answers a name in any case', async () => {
    expect(await dns().txt('PARTS.Example')).toEqual(['v=DKIM1; p=abcdef'])
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
    const asking = dns(50).txt(SILENT)
    await expect(asking).rejects.toThrow(DnsUnavailable)
    await expect(asking).rejects.toThrow('The name server did not answer in time.')
  })
  test('is a name server that reports a failure', async () => {
    await expect(dns().mx(FAILING)).rejects.toThrow('The name server reports a failure.')
  })
  test('is a name server that refuses to answer', async () => {
    await expect(dns().txt(REFUSED)).rejects.toThrow('The name server refuses to answer.')
  })
  test('is a name server that is not there', async () => {
    const nobody = systemDns({ server: '127.0.0.1', port: 1, timeoutMs: 500 })
    await expect(nobody.txt('acme.example')).rejects.toThrow(DnsUnavailable)
  })
})
