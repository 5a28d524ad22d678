/** A fault whose place in the source or whose journey has gone would be counted as unnoticed, and one whose tests have gone as noticed. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allMutants } from './all.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('the place of every fault is in the source once, and every fault has a name of its own', () => {
  const lost = allMutants.filter(({ file, find }) => readFileSync(path.join(root, file), 'utf8').split(find).length !== 2)
  expect(lost.map(({ name }) => name)).toEqual([])
  expect(new Set(allMutants.map(({ name }) => name)).size).toBe(allMutants.length)
})

test('the tests that may notice a fault are there', () => {
  const files = globSync(['{apps,packages,scripts}/**/*.test.{ts,tsx}'], { cwd: root, exclude: ['**/node_modules/**'] })
  const named = new Set(allMutants.flatMap(({ tests = [] }) => tests))
  expect([...named].filter((name) => !files.some((file) => file.includes(name)))).toEqual([])
})

test('the journeys that may notice a fault are there', () => {
  const named = new Set(allMutants.flatMap(({ journeys = [] }) => journeys))
  const lost = [...named].filter((name) => globSync(`apps/e2e/${name}.spec.ts`, { cwd: root }).length === 0)
  expect(lost).toEqual([])
})
