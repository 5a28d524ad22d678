import { expect, test } from 'vitest'
import { createSecretCipher } from './secret-cipher.ts'

const seal = createSecretCipher('a secret key of this portal', 'tests')
const closed = seal.encrypt('JBSWY3DPEHPK3PXP', '1/7')

test('decrypts a text for its place, and the ciphertext reveals nothing', () => {
  expect(seal.decrypt(closed, '1/7')).toBe('JBSWY3DPEHPK3PXP')
  expect(closed.toString('latin1')).not.toContain('JBSWY3DP')
  expect(seal.encrypt('JBSWY3DPEHPK3PXP', '1/7').equals(closed)).toBe(false)
})

test('does not decrypt with another key, for another purpose or for another place', () => {
  expect(createSecretCipher('another key', 'tests').decrypt(closed, '1/7')).toBeUndefined()
  expect(createSecretCipher('a secret key of this portal', 'others').decrypt(closed, '1/7')).toBeUndefined()
  expect(seal.decrypt(closed, '1/8')).toBeUndefined()
})

test('does not decrypt changed, cut or empty data', () => {
  for (let at = 0; at < closed.length; at++) {
    const changed = Buffer.from(closed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(seal.decrypt(changed, '1/7')).toBeUndefined()
  }
  expect(seal.decrypt(closed.subarray(0, -1), '1/7')).toBeUndefined()
  expect(seal.decrypt(Buffer.alloc(0), '1/7')).toBeUndefined()
})
