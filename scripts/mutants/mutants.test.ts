/** A fault whose place in the source has gone would be counted as unnoticed. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allMutants } from './all.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('the place of every fault is in the source once, and every fault has a name of its own', () => {
  const lost = allMutants.filter(({ file, find }) => readFileSync(path.join(root, file), 'utf8').split(find).length !== 2)
  expect(lost.map(({ name }) => name)).toEqual([])
  expect(new Set(allMutants.map(({ name }) => name)).size).toBe(allMutants.length)
})
