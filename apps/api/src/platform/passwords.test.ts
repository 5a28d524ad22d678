import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashPassword, passwordFits } from './passwords.ts'

test('only the password itself fits, to the last letter', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordFits(hash, 'correct horse')).toBe(true)
  for (const wrong of ['correct hors', 'Correct horse', '', 'correct horse ']) expect(await passwordFits(hash, wrong)).toBe(false)
})

test('the same password has another hash each time', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test.each([undefined, null])('without an account (%s) the same work is done, and nothing fits', async (hash) => {
  const check = vi.fn(verify)
  expect(await passwordFits(hash, 'anything', check)).toBe(false)
  expect(await passwordFits(hash, 'nobody has this password', check)).toBe(false)
  expect(check).toHaveBeenCalledTimes(2)
  // As costly as a real one: the same parameters.
  expect(check.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
