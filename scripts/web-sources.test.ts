import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BUILT, digestSources } from './web-sources.mjs'

const root = mkdtempSync(path.join(tmpdir(), 'vialdesk-web-sources-'))
afterAll(() => rmSync(root, { recursive: true }))

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
  writeFileSync(path.join(root, name), text)
}

test('the digest changes with sources, the contract and packages, not with the build or tests', () => {
  write('apps/web/src/app.tsx', 'one')
  write('packages/contract/src/base/call.ts', 'one')
  write('package-lock.json', '{}')
  const digest = digestSources(root)
  for (const name of [BUILT, 'apps/web/dist/index.html', 'apps/web/src/app.test.tsx']) write(name, digest)
  expect(digestSources(root)).toBe(digest)
  for (const name of ['apps/web/src/app.tsx', 'packages/contract/src/base/call.ts', 'package-lock.json']) {
    const before = digestSources(root)
    write(name, 'two')
    expect(digestSources(root)).not.toBe(before)
  }
})
