import { afterEach, expect, test, vi } from 'vitest'
import { sha256OfFile } from './sha256.ts'

afterEach(() => vi.unstubAllGlobals())

/** From FIPS 180-2, appendix B.1. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('hashes a file with the browser', async () => {
  expect(await sha256OfFile(new Blob(['abc']))).toBe(ABC)
})

test('hashes a file where the browser offers no hash', async () => {
  vi.stubGlobal('crypto', {})
  expect(await sha256OfFile(new Blob(['abc']))).toBe(ABC)
})
