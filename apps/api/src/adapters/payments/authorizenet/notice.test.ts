import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseNotice, signatureKind } from './notice.ts'

const KEY = '0A1B2C3D4E5F60718293A4B5C6D7E8F9'.repeat(4)
const body = Buffer.from('{"notificationId":"n-1","eventType":"net.authorize.payment.fraud.approved"}')
const sign = (key: string | Buffer, text = body) => `sha512=${createHmac('sha512', key).update(text).digest('hex').toUpperCase()}`

test('accepts the key as text and as hexadecimal digits', () => {
  expect(signatureKind(body, sign(KEY), KEY)).toBe('text')
  expect(signatureKind(body, sign(Buffer.from(KEY, 'hex')), KEY)).toBe('hex')
  expect(signatureKind(body, sign(KEY).toLowerCase(), KEY)).toBe('text')
})

test('accepts a vector that was computed with another program', () => {
  // printf '{"a":1}' | openssl dgst -sha512 -hmac secret
  const vector =
    '42f08c0da01c9a46d4e5663d5f2140526a016507c598182c6769cca2bcf7ba43c395b719b01d288f5ad322564dce1d40ca28ef50b876fc49a33d13d6783114dd'
  expect(signatureKind(Buffer.from('{"a":1}'), `sha512=${vector}`, 'secret')).toBe('text')
})

test.each([
  ['another key', sign('other')],
  ['another body', sign(KEY, Buffer.from('{}'))],
  ['half a signature', sign(KEY).slice(0, 70)],
  ['no algorithm', sign(KEY).slice(7)],
  ['another algorithm', sign(KEY).replace('sha512', 'sha256')],
  ['nothing', ''],
])('refuses %s', (_what, header) => {
  expect(signatureKind(body, header, KEY)).toBeUndefined()
})

test('refuses everything without a key', () => {
  expect(signatureKind(body, sign(''), '')).toBeUndefined()
})

test('reads a notice about a transaction, and one about something else', () => {
  const notice = (payload: object) => Buffer.from(JSON.stringify({ notificationId: 'n', eventType: 'e', payload }))
  expect(parseNotice(notice({ entityName: 'transaction', id: '60012345', merchantReferenceId: 'V-1' }))).toEqual({
    ...{ id: 'n', event: 'e', transId: '60012345', refId: 'V-1' },
  })
  expect(parseNotice(notice({ entityName: 'customerPaymentProfile', id: 42 }))).toEqual({ id: 'n', event: 'e' })
  expect(parseNotice(body)).toMatchObject({ id: 'n-1' })
  for (const text of ['', 'null', '[]', '{"eventType":"e"}', '{']) expect(parseNotice(Buffer.from(text))).toBeUndefined()
})
