import { TwoStepCode } from '@vialdesk/contract/people/sessions'
import { describe, expect, test } from 'vitest'
import { findTimeStep, hashRecoveryCode, isAppCode, newRecoveryCodes, newSecret, totpUri } from './one-time-codes.pure.ts'

/** The secret and the times of RFC 6238, appendix B (SHA-1). The codes are the last six of the eight digits there. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [2000000000, '279037'],
]

describe('a code of the app', () => {
  test.each(vectors)('at %i s is %s, as in RFC 6238', (seconds, code) => {
    expect(findTimeStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  test.each<[number, boolean]>([
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
  ])('with a clock that is %i s wrong is accepted: %s', (seconds, accepted) => {
    const step = findTimeStep(SECRET, '005924', (1234567890 + seconds) * 1000)
    expect(step).toBe(accepted ? 41152263 : undefined)
  })

  test('of another secret is refused', () => {
    expect(findTimeStep(newSecret(), '005924', 1234567890_000)).toBeUndefined()
  })

  test('keeps leading zeros and ignores spaces and hyphens', () => {
    expect(TwoStepCode.parse(' 005 924 ')).toBe('005924')
    expect(isAppCode(TwoStepCode.parse('005-924'))).toBe(true)
  })
})

test('each secret is new and has 160 bits; its URI names the account and the portal', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
  expect(totpUri(SECRET, 'ada@mail.example', 'Acme & Söhne: Cells')).toMatch(
    /^otpauth:\/\/totp\/Acme%20%26%20S%C3%B6hne.*ada%40mail\.example\?issuer=.*&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&/,
  )
})

test('creates ten different recovery codes, which are accepted with hyphens and in lower case', () => {
  const { codes, hashes } = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const [n, code] of codes.entries()) {
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/)
    expect(isAppCode(TwoStepCode.parse(code))).toBe(false)
    expect(hashRecoveryCode(TwoStepCode.parse(code.toLowerCase())).equals(hashes[n] as Buffer)).toBe(true)
  }
})

test.each(['12345', '1234567', '', 'ABCDEFGHI', 'A'.repeat(25), 'ABCD-EFGH-IJK!'])('refuses %j as a code', (typed) => {
  expect(TwoStepCode.safeParse(typed).success).toBe(false)
})
