/** Each check is fed a planted fault, beside something like it that is allowed. */
import { describe, expect, test } from 'vitest'
import { lostPlatforms, staleNames } from '../installed.mjs'
import { checkArrows } from './arrows.ts'
import { checkCycles } from './cycles.ts'
import { documentFaults } from './documents.ts'
import { faultsOfLines, featureLines } from './lines.ts'
import type { Source } from './sources.ts'
import { checkStructure, featuresOf } from './structure.ts'
import { checkLeftovers, checkNames, checkSizes } from './tidiness.ts'

const importing = (path: string, ...names: string[]): Source => ({
  path,
  text: names.map((name) => `import { x } from '${name}'\n`).join(''),
})
const feature = (name: string, part = 'queries') => `apps/api/src/features/${name}/${name}.${part}.ts`

describe('arrows', () => {
  test.each([
    ['packages/contract/src/sales.ts', 'kysely'],
    ['packages/contract/src/sales.ts', '#api/app.ts'],
    ['apps/api/src/platform/serve.ts', '#api/features/sales/sales.queries.ts'],
    ['apps/api/src/platform/serve.ts', '../features/sales/sales.queries.ts'],
    ['apps/api/src/platform/jobs.ts', '#api/adapters/mail/smtp.ts'],
    ['apps/api/src/db/db.ts', '#api/platform/fail.ts'],
    ['apps/api/src/app.ts', '#api/testing/factories.ts'],
    ['apps/api/src/main.ts', '#api/testing/factories.ts'],
    [feature('sessions'), '#api/testing/factories.ts'],
    [feature('sessions'), '#api/app.ts'],
    [feature('sessions'), '#api/features/sales/sales.queries.ts'],
    [feature('accounts'), '#api/features/sessions/sessions.router.ts'],
    [feature('checkout'), '#api/adapters/payments/embedded.ts'],
    ['apps/web/src/ui/money.tsx', '#web/lib/api.ts'],
    ['apps/web/src/ui/money.tsx', '#web/features/sales/list.tsx'],
    ['apps/web/src/lib/dates.ts', '#web/ui/money.tsx'],
    ['apps/web/src/features/sales/list.tsx', '#web/features/vials/list.tsx'],
    ['apps/web/src/features/sales/list.tsx', '../vials/list.tsx'],
    ['apps/web/src/features/sales/list.tsx', '../../../../api/src/app.ts'],
    ['apps/web/src/features/sales/list.test.tsx', '../../../../api/src/app.ts'],
    ['apps/api/src/app.ts', '../../web/src/main.tsx'],
    ['apps/e2e/sales.spec.ts', '../api/src/app.ts'],
  ])('%s may not import %s', (path, name) => {
    expect(checkArrows([importing(path, name)])).toEqual([expect.stringContaining(`${path} imports ${name}: `)])
  })

  test.each([
    ['packages/contract/src/sales.ts', 'zod', './call.ts'],
    ['apps/api/src/main.ts', './app.ts', '#api/testing/seed/demo.ts'],
    [feature('accounts'), '#api/features/sessions/sessions.queries.ts', '#api/db/db.ts', './accounts.policy.ts'],
    [feature('checkout', 'commands'), '#api/adapters/payments/port.ts'],
    [feature('sales', 'test'), '#api/testing/portal.ts', '#api/features/vials/vials.router.ts'],
    ['apps/web/src/routes/_app/sales.tsx', '#web/features/sales/list.tsx'],
    ['apps/api/src/cli.ts', './cli/work.ts', './main/report.ts'],
    ['apps/e2e/sales.spec.ts', '@vialdesk/api/testing/seed/demo.ts', '@vialdesk/contract', './browser.ts'],
  ])('%s may import what it needs', (path, ...names) => {
    expect(checkArrows([importing(path, ...names)])).toEqual([])
  })

  test('dynamic imports and re-exports are seen too', () => {
    const path = 'apps/api/src/platform/serve.ts'
    const text = `export { x } from '#api/app.ts'\nconst y = await import('#api/router.ts')\nimport {\n  type Z,\n  z,\n} from '#api/jobs.ts'\n`
    expect(checkArrows([{ path, text }])).toHaveLength(3)
  })
  test('however they are quoted, and many at once', () => {
    const path = 'apps/web/src/features/sales/list.tsx'
    const text = 'await import(`../vials/a.tsx`)\nawait import("../vials/b.tsx")\nimport.meta.glob(\'../vials/*.tsx\')\n'
    expect(checkArrows([{ path, text }])).toHaveLength(3)
  })
  test.each(['apps/api/src/extras/a.ts', 'packages/other/src/a.ts', 'apps/mobile/a.tsx'])(
    '%s would be held by no arrow',
    (path) => {
      expect(checkArrows([{ path, text: '' }])).toEqual([expect.stringContaining(`${path} is in no room`)])
    },
  )
})

describe('cycles', () => {
  const [a, b] = ['apps/api/src/platform/a.ts', 'apps/api/src/platform/b.ts']
  test('names each cycle', () => {
    expect(checkCycles([importing(a, './b.ts'), importing(b, '#api/platform/a.ts')])).toEqual([`a cycle: ${a} → ${b} → ${a}`])
  })
  test('counts imports of types', () => {
    const typeImport = { path: b, text: `import type { x } from './a.ts'\n` }
    expect(checkCycles([importing(a, './b.ts'), typeImport])).toHaveLength(1)
  })
})

describe('lines between features', () => {
  test('a cycle and an unknown name are found', () => {
    expect(faultsOfLines({ a: ['b'], b: ['a'] })).toEqual([expect.stringContaining('a → b → a')])
    expect(faultsOfLines({ a: ['c'] })).toEqual([expect.stringContaining('names c')])
  })
  test('the declared ones have none', () => {
    expect(faultsOfLines(featureLines)).toEqual([])
  })
})

describe('sizes and names', () => {
  const lines = (count: number) => [{ path: 'apps/api/src/a.ts', text: 'x\n'.repeat(count) }]
  test('301 lines are too many, 300 are not', () => {
    expect(checkSizes(lines(301))).toEqual([expect.stringContaining('has 301 lines')])
    expect(checkSizes(lines(300))).toEqual([])
  })
  test.each([
    'apps/api/src/utils.ts',
    'apps/web/src/lib/helpers/a.ts',
    'apps/api/src/mail.service.ts',
    'scripts/common-parts.mjs',
  ])('%s', (path) => {
    expect(checkNames([{ path, text: '' }])).toHaveLength(1)
  })
  test.each(['apps/web/src/features/sales/managership.tsx', 'apps/web/src/routes/_app/rhc-manager.tsx'])(
    '%s is a name: the word is within another, or of an address',
    (path) => {
      expect(checkNames([{ path, text: '' }])).toEqual([])
    },
  )
})

test.each([
  'TO' + 'DO: later',
  '// @ts-' + 'ignore',
  `test.${'only'}('x')`,
  `describe.${'skip'}('x')`,
  `test.each([1]).${'skip'}('x')`,
  'debug' + 'ger',
])('left behind: %s', (line) => {
  expect(checkLeftovers([{ path: 'a.ts', text: `x\n${line}\n` }])).toEqual([expect.stringMatching(/^a\.ts:2: /)])
})

describe('documents', () => {
  const files = [
    'apps/api/src/db/audit.test.ts',
    'apps/e2e/sales.spec.ts',
    'apps/api/src/db/catalog.test.ts',
    'docs/a.md',
    'README.md',
  ]
  const requirements = (proof: string) => [{ path: 'docs/requirements.md', text: `# R\n| Something | ${proof} |\n` }]
  test.each([
    '`api/db/audit.test.ts`, `catalog.test.ts`, `e2e/sales.spec.ts`',
    '`api/db/*.test.ts`',
    '`apps/e2e`, `npm run bench`',
  ])('a requirement may be proven by %s', (proof) => {
    expect(documentFaults(requirements(proof), files)).toEqual([])
  })
  test.each(['`api/db/other.test.ts`', '`api/db/audit.test.ts`, `other.test.ts`', '`api/other/*.test.ts`', '`e2e/sales`'])(
    'no requirement is proven by %s',
    (proof) => {
      expect(documentFaults(requirements(proof), files)).toEqual([
        expect.stringMatching(/^docs\/requirements\.md:2: there is no /),
      ])
    },
  )
  test('a link leads somewhere', () => {
    const links = (text: string) => documentFaults([{ path: 'docs/b.md', text }], files)
    expect(links('[a](a.md), [b](../README.md), [c](https://example.org/x), [d](#here)')).toEqual([])
    expect(links('[a](../a.md)')).toEqual(['docs/b.md links to ../a.md, which does not exist'])
  })
  test('every decision is listed, and none is left out', () => {
    const list = { path: 'docs/decisions/README.md', text: '[first](001-first.md)' }
    const decision = (name: string) => ({ path: `docs/decisions/${name}`, text: '' })
    const known = [...files, 'docs/decisions/001-first.md']
    expect(documentFaults([list, decision('001-first.md')], known)).toEqual([])
    expect(documentFaults([list, decision('001-first.md'), decision('003-third.md')], known)).toEqual([
      'docs/decisions/README.md does not list 003-third.md',
      'docs/decisions/003-third.md does not follow the number before it',
    ])
  })
})

describe('one name in four rooms', () => {
  const index = {
    path: 'packages/contract/src/index.ts',
    text: `import { visits } from './visits.ts'\n\nexport const contract = {\n  visits,\n}\n`,
  }
  const rooms = [
    'packages/contract/src/visits.ts',
    feature('visits', 'router'),
    feature('visits', 'test'),
    'apps/web/src/features/visits/visits-screen.tsx',
    'apps/e2e/visits.spec.ts',
  ].map((path) => ({ path, text: '' }))

  test('all five files make a feature', () => {
    expect(featuresOf(index.text)).toEqual(['visits'])
    expect(checkStructure([index, ...rooms])).toEqual([])
  })
  test.each(rooms)('without $path it is none', ({ path }) => {
    expect(checkStructure([index, ...rooms.filter((room) => room.path !== path)])).toEqual([
      expect.stringContaining('the feature visits has no '),
    ])
  })
  test('a feature may be said to have no pages only while it has none', () => {
    const quiet = { path: index.path, text: index.text.replaceAll('visits', 'branding') }
    const withoutPages = rooms
      .filter(({ path }) => !path.startsWith('apps/web'))
      .map((room) => ({ ...room, path: room.path.replaceAll('visits', 'branding') }))
    expect(checkStructure([quiet, ...withoutPages])).toEqual([])
    expect(checkStructure([quiet, ...withoutPages, { path: 'apps/web/src/features/branding/list.tsx', text: '' }])).toEqual([
      expect.stringContaining('says that branding has no pages'),
    ])
  })
  test.each([feature('vials'), 'apps/web/src/features/vials/list.tsx', 'apps/e2e/vials.spec.ts'])(
    '%s belongs to no feature',
    (path) => {
      expect(checkStructure([index, ...rooms, { path, text: '' }])).toEqual([expect.stringContaining('vials is no feature')])
    },
  )
})

describe('packages', () => {
  const lock = {
    '': { optionalDependencies: { 'node-x': '1' } },
    'node_modules/a': { version: '1', optionalDependencies: { 'a-linux': '1', 'a-mac': '1' } },
    'node_modules/a-linux': { version: '1', optional: true },
    'node_modules/node-x': { version: '1', optional: true, os: ['linux'] },
  }
  const machine = { platform: 'linux', arch: 'x64' }

  test('a lock file that lost a platform is named', () => {
    expect(lostPlatforms(lock)).toEqual(['a-mac, wanted by node_modules/a'])
  })
  test('a missing or changed package is stale, an optional one only when the project wants it here', () => {
    expect(staleNames(lock, {}, machine)).toEqual(['node_modules/a', 'node_modules/node-x'])
    expect(staleNames(lock, {}, { ...machine, platform: 'darwin' })).toEqual(['node_modules/a'])
    expect(staleNames(lock, { 'node_modules/a': { version: '2' }, 'node_modules/node-x': { version: '1' } }, machine)).toEqual([
      'node_modules/a',
    ])
    expect(staleNames(lock, { 'node_modules/a': { version: '1' }, 'node_modules/node-x': { version: '1' } }, machine)).toEqual([])
  })
})
