import { expect, test } from 'vitest'
import { forge } from './signed-urls.fixture.ts'
import { urlSigner } from './signed-urls.ts'

let now = 1_800_000_000_000
const signer = urlSigner('a secret of the portal', () => now)
const link = signer.sign('/media/label 7.pdf', 60, '3:42')

test('accepts a link for its path until it expires', () => {
  expect(link).toMatch(/^\/media\/label 7\.pdf\?expires=1800000060&subject=3%3A42&signature=[\w-]{43}$/)
  expect(signer.verify(link)).toEqual({ subject: '3:42' })
  now += 59_999
  expect(signer.verify(link)).toEqual({ subject: '3:42' })
  now += 1
  expect(signer.verify(link)).toBeUndefined()
  now -= 60_000
})

test.each([
  ['another path', link.replace('label 7', 'label 8')],
  ['more time', link.replace('1800000060', '1800009999')],
  ['another subject', link.replace('3%3A42', '3%3A43')],
  ['another signature', forge(link)],
  ['half a signature', link.slice(0, -20)],
  ['no signature', link.replace(/&signature=.*/, '')],
  ['no subject', link.replace(/&subject=[^&]*/, '')],
  ['no time', link.replace(/expires=\d+&/, '')],
  ['an invalid number as time', link.replace(/expires=\d+/, 'expires=soon')],
  ['nothing', ''],
])('refuses a link with %s', (_what, changed) => {
  expect(changed).not.toBe(link)
  expect(signer.verify(changed)).toBeUndefined()
})

test('where the path ends and the subject begins cannot be moved', () => {
  const one = signer.sign('/media/a', 60, 'b')
  const signature = new URL(one, 'http://localhost').searchParams.get('signature')
  expect(signer.verify(`/media/?expires=1800000060&subject=ab&signature=${signature}`)).toBeUndefined()
})

test("refuses a link signed with another portal's key", () => {
  expect(urlSigner('another secret', () => now).verify(link)).toBeUndefined()
})

test('signs only a path without a query', () => {
  expect(() => signer.sign('/media/a?b=1', 60, '')).toThrow(/without a query/)
  expect(() => signer.sign('media/a', 60, '')).toThrow(/without a query/)
})
