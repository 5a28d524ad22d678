import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CHEAP_HASH_COST } from '#api/testing/cheap-hashes.ts'
import { HASH_COST, hashPassword, setHashCost, verifyPassword } from './passwords.ts'

beforeAll(() => setHashCost(HASH_COST))
afterAll(() => setHashCost(CHEAP_HASH_COST))

test('accepts only exactly the same password', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, 'correct horse')).toBe(true)
  for (const wrong of ['correct hors', 'Correct horse', '', 'correct horse '])
    expect(await verifyPassword(hash, wrong)).toBe(false)
})

test('hashes the same password differently each time', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
})

test.each([undefined, null])('without an account (%s) takes as long and accepts nothing', async (hash) => {
  const check = vi.fn(verify)
  expect(await verifyPassword(hash, 'anything', check)).toBe(false)
  expect(await verifyPassword(hash, 'nobody has this password', check)).toBe(false)
  expect(check).toHaveBeenCalledTimes(2)
  // As costly as a real hash: the same parameters.
  expect(check.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
