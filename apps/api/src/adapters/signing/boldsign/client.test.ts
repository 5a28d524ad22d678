import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boldsignSigning } from '#api/adapters/signing/boldsign.ts'
import { API_KEY, type FakeBoldsign, fakeBoldsign, type SimulatedFailure } from '#api/adapters/signing/boldsign-server.fixture.ts'
import type { SignatureProvider, SigningAccount } from '#api/platform/ports/signing.ts'
import { secondsToWait } from './rate-limit.ts'

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
    await expect(wrong).rejects.toMatchObject({
      name: 'SigningRefused',
      message: expect.stringMatching(/did not accept the API key/),
    })
    const none = boldsign.testConnection({ domainId: 1 })
    await expect(none).rejects.toMatchObject({ name: 'SigningRefused', message: expect.stringMatching(/Enter the API key/) })
  })

  test('waits as long as BoldSign says after too many requests, and sends nothing before', async () => {
    server.limit = { 'retry-after': '90' }
    const refusal = { name: 'SigningBusy', retryAfterSeconds: 90, message: /no more requests now. Try again in 2 min/ }
    await expect(boldsign.testConnection(account)).rejects.toMatchObject(refusal)
    server.limit = undefined
    time += 60_000
    await expect(boldsign.testConnection(account)).rejects.toMatchObject({ name: 'SigningBusy', retryAfterSeconds: 30 })
    expect(server.requests).toHaveLength(1)
    time += 30_000
    await boldsign.testConnection(account)
  })

  test.each<[Record<string, string>, number]>([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': 'Mon, 03 Mar 2031 15:02:00 GMT' }, 120],
    [{ 'x-ratelimit-reset': String(NOW / 1000 + 45) }, 45],
    [{ 'x-ratelimit-reset': String(NOW + 45_000) }, 45],
    [{ 'x-ratelimit-reset': '1800' }, 1800],
    [{ 'x-ratelimit-reset': '2031-03-03T15:00:10Z' }, 10],
    [{ 'x-ratelimit-reset': String(NOW / 1000 - 45) }, 1],
    [{ 'retry-after': '999999' }, 3600],
    [{}, 60],
    [{ 'retry-after': 'soon' }, 60],
  ])('reads the time to wait from %o', (headers, seconds) => {
    expect(secondsToWait(new Headers(headers), NOW)).toBe(seconds)
  })
})

describe('the limit of the sandbox, 50 requests an hour', () => {
  const asked = () => server.requests.length
  const lookUp = (mayWait: boolean) => boldsign.lookUp(account, 'unknown', { mayWait }).catch((error) => error)
  const ask = async (times: number, mayWait = false) => {
    for (let each = 0; each < times; each++) await lookUp(mayWait)
  }
  beforeEach(() => {
    server.rate.hourly = 50
  })

  test('is kept: the 51st request is not sent before the hour ends', async () => {
    await ask(50)
    time += 20 * 60_000
    expect(await lookUp(false)).toMatchObject({
      ...{ name: 'SigningBusy', retryAfterSeconds: 2400 },
      message: 'BoldSign accepts no more requests now. Try again in 40 min.',
    })
    expect(asked()).toBe(50)
    time += 40 * 60_000
    await boldsign.testConnection(account)
    expect(asked()).toBe(51)
  })

  test('is left to people by half: look-ups at night take turns over the next hours', async () => {
    await ask(60, true)
    expect(asked()).toBe(25)
    const turns = [await lookUp(true), await lookUp(true)].map(({ retryAfterSeconds }) => retryAfterSeconds)
    expect(turns).toEqual([3600 + 36 * 144, 3600 + 37 * 144])
    await ask(25)
    expect(asked()).toBe(50)
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
