import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boldsignSigning } from '#api/adapters/signing/boldsign.ts'
import { API_KEY, type FakeBoldsign, fakeBoldsign, type SimulatedFailure } from '#api/adapters/signing/boldsign-server.fixture.ts'
import type { SignatureProvider, SigningAccount } from '#api/platform/ports/signing.ts'
import { secondsToWait } from './client.ts'

const NOW = Date.parse('2031-03-03T15:00:00Z')
const account: SigningAccount = { domainId: 1, settings: { api_key: API_KEY, region: 'us' } }
let time: number
let server: FakeBoldsign
let boldsign: SignatureProvider
beforeEach(async () => {
  time = NOW
  server = await fakeBoldsign(() => time)
  boldsign = boldsignSigning({ url: server.url, now: () => time, timeoutMs: 2000 })
})
afterEach(() => server.close())

describe('the account', () => {
  test('needs the right key', async () => {
    await boldsign.testConnection(account)
    const wrong = boldsign.testConnection({ ...account, settings: { api_key: 'wrong' } })
    await expect(wrong).rejects.toMatchObject({ name: 'SigningRefused', message: /did not accept the API key/ })
    const none = boldsign.testConnection({ domainId: 1 })
    await expect(none).rejects.toMatchObject({ name: 'SigningRefused', message: /Enter the API key/ })
  })

  test('waits as long as BoldSign says after too many requests, and sends nothing before', async () => {
    server.limit = { 'retry-after': '90' }
    const refusal = { name: 'SigningUnavailable', retryAfterSeconds: 90 }
    await expect(boldsign.testConnection(account)).rejects.toMatchObject(refusal)
    server.limit = undefined
    time += 60_000
    await expect(boldsign.testConnection(account)).rejects.toMatchObject({ ...refusal, retryAfterSeconds: 30 })
    expect(server.requests).toHaveLength(1)
    time += 30_000
    await boldsign.testConnection(account)
  })

  test.each<[Record<string, string>, number]>([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': 'Mon, 03 Mar 2031 15:02:00 GMT' }, 120],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 45) }, 45],
    [{ 'x-ratelimit-reset': '2031-03-03T15:00:10Z' }, 10],
    [{ 'x-ratelimit-reset': String(NOW / 1000 - 45) }, 1],
    [{ 'retry-after': '999999' }, 3600],
    [{}, 60],
    [{ 'retry-after': 'soon' }, 60],
  ])('reads the time to wait from %o', (headers, seconds) => {
    expect(secondsToWait(new Headers(headers), NOW)).toBe(seconds)
  })
})

describe('a failed request', () => {
  test.each<SimulatedFailure>(['silent', 'lost', 'broken', 'error'])('%s: is unavailable', async (failure) => {
    server.failure = failure
    await expect(
      boldsignSigning({ url: server.url, now: () => time, timeoutMs: 300 }).testConnection(account),
    ).rejects.toMatchObject({ name: 'SigningUnavailable' })
  })

  test('is unavailable without a server', async () => {
    await server.close()
    await expect(boldsign.testConnection(account)).rejects.toMatchObject({ name: 'SigningUnavailable' })
    server = await fakeBoldsign(() => time)
  })
})
