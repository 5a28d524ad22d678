import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedByBoldsign } from './notice.ts'

const NOW = 1_930_316_400
const body = Buffer.from('{"event":{"id":"7c872a5b"}}')
const sign = (secret: string, time = NOW, text: Buffer = body) =>
  createHmac('sha256', secret).update(`${time}.`).update(text).digest('hex')
const isSigned = (header: string, { text = body, now = NOW, secret = 'secret' } = {}) =>
  isSignedByBoldsign(text, header, secret, now * 1000)

test('accepts a vector that was computed with another program', () => {
  // printf '1668693823.{"a":1}' | openssl dgst -sha256 -hmac whsec
  const header = 't=1668693823, s0=bb5079c66678be227ec29766459a84c8c59c8a872d9607db29871ce318ae3bea'
  expect(isSignedByBoldsign(Buffer.from('{"a":1}'), header, 'whsec', 1_668_693_823_000)).toBe(true)
})

test('accepts the current secret, and the old one while both are sent', () => {
  const [ours, other] = [sign('secret'), sign('other')]
  expect(isSigned(`t=${NOW}, s0=${ours}`)).toBe(true)
  expect(isSigned(`t=${NOW},s0=${other},s1=${ours}`)).toBe(true)
  expect(isSigned(`s1=${other}, s0=${ours.toUpperCase()}, t=${NOW}`)).toBe(true)
})

test.each([
  ['another secret', `t=${NOW}, s0=${sign('other')}, s1=${sign('third')}`],
  ['a signature of the body without the time', `t=${NOW}, s0=${createHmac('sha256', 'secret').update(body).digest('hex')}`],
  ['another time than the signed one', `t=${NOW + 1}, s0=${sign('secret')}`],
  ['a signature of another body', `t=${NOW}, s0=${sign('secret', NOW, Buffer.from('{}'))}`],
  ['half a signature', `t=${NOW}, s0=${sign('secret').slice(0, 32)}`],
  ['a signature under another name', `t=${NOW}, s2=${sign('secret')}`],
  ['no time', `s0=${sign('secret')}`],
  ['a time that is no number', `t=now, s0=${sign('secret')}`],
  ['nothing', ''],
])('refuses %s', (_what, header) => {
  expect(isSigned(header)).toBe(false)
})

test('accepts all repeats of two days, and refuses older and future events', () => {
  const header = `t=${NOW}, s0=${sign('secret')}`
  const hours = 3600
  // The repeats come 1 minute to 34 hours after the event, with its time.
  expect([60, 15 * 60, hours, 34 * hours, 48 * hours].map((late) => isSigned(header, { now: NOW + late }))).not.toContain(false)
  expect(isSigned(header, { now: NOW + 48 * hours + 1 })).toBe(false)
  expect([-300, -301].map((early) => isSigned(header, { now: NOW + early }))).toEqual([true, false])
})
