import { expect, test } from 'vitest'
import { sealOf } from './seal.ts'

const seal = sealOf('a secret key of this portal', 'tests')
const closed = seal.close('JBSWY3DPEHPK3PXP', '1/7')

test('decrypts a text for its place, and the ciphertext reveals nothing', () => {
  expect(seal.open(closed, '1/7')).toBe('JBSWY3DPEHPK3PXP')
  expect(closed.toString('latin1')).not.toContain('JBSWY3DP')
  expect(seal.close('JBSWY3DPEHPK3PXP', '1/7').equals(closed)).toBe(false)
})

test('does not decrypt with another key, for another purpose or for another place', () => {
  expect(sealOf('another key', 'tests').open(closed, '1/7')).toBeUndefined()
  expect(sealOf('a secret key of this portal', 'others').open(closed, '1/7')).toBeUndefined()
  expect(seal.open(closed, '1/8')).toBeUndefined()
})

test('does not decrypt changed, cut or empty data', () => {
  for (let at = 0; at < closed.length; at++) {
    const changed = Buffer.from(closed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(seal.open(changed, '1/7')).toBeUndefined()
  }
  expect(seal.open(closed.subarray(0, -1), '1/7')).toBeUndefined()
  expect(seal.open(Buffer.alloc(0), '1/7')).toBeUndefined()
})
