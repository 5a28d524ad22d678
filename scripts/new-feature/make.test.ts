import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectChecks } from '../checks/all.ts'
import type { Source } from '../checks/sources.ts'
import { makeFeature } from './make.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vialdesk-feature-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const sources = (made: string[]): Source[] =>
  made.map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))

test("creates an empty feature that passes the project's checks", () => {
  const { made } = makeFeature(root, 'visits')
  const index = { path: 'packages/contract/src/features.ts', text: 'export const featureTexts = {\n  visits: {},\n}\n' }
  const labels = 'packages/contract/src/people/lab-fields.ts'
  const catalogue = { path: labels, text: readFileSync(path.resolve(import.meta.dirname, '../..', labels), 'utf8') }
  const all = [...sources(made), index, catalogue]
  expect(Object.entries(projectChecks).flatMap(([, check]) => check(all))).toEqual([])
  expect(all.map(({ text }) => text).join('')).not.toContain('__')
})

test('creates files that import only existing files', () => {
  const { made } = makeFeature(root, 'visits')
  const project = path.resolve(import.meta.dirname, '../..')
  const imported = sources(made).flatMap(({ path: file, text }) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].map((match) => path.join(path.dirname(file), match[1] as string)),
  )
  expect(imported).toContain('apps/e2e/journey/journey.ts')
  expect(imported.filter((file) => !made.includes(file) && !existsSync(path.join(project, file)))).toEqual([])
})

test('returns the lines to add by hand and the last command', () => {
  const { toAdd, last } = makeFeature(root, 'visits')
  expect(last).toBe('npm run check')
  expect(toAdd.join('\n')).toContain(
    "apps/api/src/app/routers.ts: export { visitsRouter } from './features/visits/visits.routes.ts'",
  )
  expect(toAdd.join('\n')).toContain("'/visits': { title: 'Visits'")
})

test.each(['', 'Visits', 'lab-visits', '../visits', 'visits-'])('refuses the name "%s" and creates nothing', (name) => {
  expect(() => makeFeature(root, name)).toThrow('is not a valid feature name')
  expect(readdirSync(root)).toEqual([])
})

test('changes no existing file', () => {
  mkdirSync(path.join(root, 'apps/e2e'), { recursive: true })
  writeFileSync(path.join(root, 'apps/e2e/visits.spec.ts'), 'mine')
  expect(() => makeFeature(root, 'visits')).toThrow('apps/e2e/visits.spec.ts already exists.')
  expect(readdirSync(root)).toEqual(['apps'])
  expect(readFileSync(path.join(root, 'apps/e2e/visits.spec.ts'), 'utf8')).toBe('mine')
})
