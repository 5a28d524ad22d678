/** Each check gets sources with a fault, and similar sources without one. */
import { describe, expect, test } from 'vitest'
import { checkAllowances, checkArrows } from './arrows.ts'
import { checkCycles } from './cycles.ts'
import { documentFaults } from './documents.ts'
import { checkFeatureFiles } from './feature-files.ts'
import { checkLabLabels } from './lab-labels.ts'
import { checkLeftovers, checkNames, checkSizes } from './names-and-sizes.ts'
import type { Source } from './sources.ts'
import { checkStructure, faultsOfStructure, featuresOf } from './structure.ts'

const importing = (path: string, ...names: string[]): Source => ({
  path,
  text: names.map((name) => `import { x } from '${name}'\n`).join(''),
})
const feature = (name: string, part = 'queries') => `apps/api/src/features/${name}/${name}.${part}.ts`

describe('arrows', () => {
  test.each([
    ['packages/contract/src/people/sales.ts', 'kysely'],
    ['packages/contract/src/people/sales.ts', '#api/app/app.ts'],
    ['apps/api/src/platform/http/serve.ts', '#api/features/sales/sales.queries.ts'],
    ['apps/api/src/platform/http/serve.ts', '../../features/sales/sales.queries.ts'],
    ['apps/api/src/platform/jobs/jobs.ts', '#api/adapters/mail/smtp.ts'],
    ['apps/api/src/db/db.ts', '#api/platform/fail.ts'],
    ['apps/api/src/app/app.ts', '#api/testing/factories.ts'],
    ['apps/api/src/main.ts', '#api/testing/factories.ts'],
    ['apps/api/src/app/app.ts', '#api/adapters/payments/embedded.ts'],
    [feature('sessions'), '#api/testing/factories.ts'],
    [feature('sessions'), '#api/app/app.ts'],
    [feature('accounts'), '#api/features/sessions/sessions.routes.ts'],
    [feature('checkout'), '#api/adapters/payments/embedded.ts'],
    ['apps/web/src/ui/text/money.tsx', '#web/lib/api/api.ts'],
    ['apps/web/src/ui/text/money.tsx', '#web/features/sales/list.tsx'],
    ['apps/web/src/ui/text/money.tsx', '#web/entities/payment/card-name.ts'],
    ['apps/web/src/ui/text/money.tsx', '@vialdesk/contract/checkout'],
    ['apps/web/src/lib/format/dates.ts', '#web/ui/text/money.tsx'],
    ['apps/web/src/lib/format/dates.ts', '#web/entities/patient/stages.ts'],
    ['apps/web/src/entities/patient/journey.tsx', '#web/features/patients/patient-list.tsx'],
    ['apps/web/src/entities/patient/journey.tsx', '#web/app/theme.ts'],
    ['apps/web/src/entities/patient/journey.tsx', '../../routes/root.tsx'],
    ['apps/web/src/features/sales/list.tsx', '#web/features/vials/list.tsx'],
    ['apps/web/src/features/sales/list.tsx', '../vials/list.tsx'],
    ['apps/web/src/features/sales/list.tsx', '../../../../api/src/app/app.ts'],
    ['apps/web/src/features/sales/list.test.tsx', '../../../../api/src/app/app.ts'],
    ['apps/api/src/app/app.ts', '../../../web/src/main.ts'],
    ['apps/e2e/sales.spec.ts', '../api/src/app/app.ts'],
  ])('refuse that %s imports %s', (path, name) => {
    expect(checkArrows([importing(path, name)])).toEqual([expect.stringContaining(`${path} imports ${name}: `)])
  })

  test.each([
    ['packages/contract/src/people/sales.ts', 'zod', '../base/call.ts'],
    ['apps/api/src/main.ts', './app.ts', '#api/demo/demo.ts'],
    [feature('accounts'), '#api/features/sessions/sessions.queries.ts', '#api/db/db.ts', './accounts.policy.ts'],
    [feature('checkout', 'commands'), '#api/platform/ports/payments.ts'],
    [feature('sales', 'test'), '#api/testing/test-portal.ts', '#api/features/vials/vials.routes.ts'],
    ['apps/web/src/routes/sales.tsx', '#web/features/sales/list.tsx', '#web/entities/patient/stages.ts'],
    ['apps/web/src/features/sales/list.tsx', '#web/entities/patient/journey.tsx', '#web/ui/text/money.tsx'],
    ['apps/web/src/entities/patient/journey.tsx', '#web/ui/text/money.tsx', '#web/lib/api/api.ts', '@vialdesk/contract/patients'],
    ['apps/web/src/ui/text/money.tsx', '#web/lib/format/format-money.ts'],
    ['apps/web/src/lib/api/api.ts', '@vialdesk/contract'],
    ['apps/api/src/cli.ts', './cli/work.ts', './main/report-failure.ts'],
    ['apps/e2e/sales.spec.ts', '@vialdesk/api/testing/seal-sample.ts', '@vialdesk/contract', './browser.ts'],
  ])('allow the imports of %s', (path, ...names) => {
    expect(checkArrows([importing(path, ...names)])).toEqual([])
  })

  test('cover dynamic imports and re-exports', () => {
    const path = 'apps/api/src/platform/http/serve.ts'
    const text = `export { x } from '#api/app/app.ts'\nconst y = await import('#api/app/routers.ts')\nimport {\n  type Z,\n  z,\n} from '#api/app/jobs.ts'\n`
    expect(checkArrows([{ path, text }])).toHaveLength(3)
  })
  test('cover all quotes and glob imports', () => {
    const path = 'apps/web/src/features/sales/list.tsx'
    const text = 'await import(`../vials/a.tsx`)\nawait import("../vials/b.tsx")\nimport.meta.glob(\'../vials/*.tsx\')\n'
    expect(checkArrows([{ path, text }])).toHaveLength(3)
  })
  test.each(['apps/api/src/extras/a.ts', 'packages/other/src/a.ts', 'apps/mobile/a.tsx'])(
    'refuse %s outside all areas',
    (path) => {
      expect(checkArrows([{ path, text: '' }])).toEqual([expect.stringContaining(`${path} belongs to no area`)])
    },
  )
})

test('an allowance that no file uses is a fault', () => {
  const fault = 'scripts/checks/arrows.ts allows web/ui to import web/lib, which no file does'
  const used = importing('apps/web/src/ui/text/money.tsx', '#web/lib/format/format-money.ts')
  expect(checkAllowances([])).toContain(fault)
  expect(checkAllowances([used])).not.toContain(fault)
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
  test('finds folders that import each other through different files', () => {
    const there = importing(feature('sales'), '#api/features/vials/vials.queries.ts')
    const back = importing(feature('vials', 'commands'), '#api/features/sales/sales.policy.ts')
    const [sales, vials] = ['apps/api/src/features/sales/', 'apps/api/src/features/vials/']
    expect(checkCycles([there, back])).toEqual([`a cycle: ${sales} → ${vials} → ${sales}`])
  })
})

describe('sizes and names', () => {
  const lines = (count: number) => [{ path: 'apps/api/src/a.ts', text: 'x\n'.repeat(count) }]
  test('refuses 301 lines and allows 300', () => {
    expect(checkSizes(lines(301))).toEqual([expect.stringContaining('has 301 lines')])
    expect(checkSizes(lines(300))).toEqual([])
  })
  test.each([
    'apps/api/src/utils.ts',
    'apps/web/src/lib/helpers/a.ts',
    'apps/api/src/mail.service.ts',
    'scripts/common-parts.mjs',
  ])('refuses the name %s', (path) => {
    expect(checkNames([{ path, text: '' }])).toHaveLength(1)
  })
  test.each(['apps/web/src/features/sales/managership.tsx', 'apps/api/src/main/services.ts'])('allows the name %s', (path) => {
    expect(checkNames([{ path, text: '' }])).toEqual([])
  })
})

describe('labels of the lab', () => {
  const catalogue = {
    path: 'packages/contract/src/people/lab-fields.ts',
    text: `  stemcell_plating_initiated_date: { label: 'Plating initiated', format: 'day' },
  vials_ready_ship: { label: 'Vials ready to ship', format: 'count' },
  vials_available: 'Vials available',
`,
  }
  const faults = (text: string, path = 'apps/web/src/a.tsx') => checkLabLabels([catalogue, { path, text }])
  test.each([
    `{ label: 'Plating initiated' }`,
    `<DayInput label="plating initiated" />`,
    '<dt>Vials ready to ship</dt>',
    `header: 'vials available'`,
    `stemcell_plating_initiated_date: { label: 'Plating started' },`,
    `count('vials_ready_ship', 'Number of vials ready to ship')`,
  ])('refuses the copy or the other name in %s', (line) => {
    expect(faults(`x\n${line}\n`)).toEqual([expect.stringMatching(/^apps\/web\/src\/a\.tsx:2: /)])
  })
  test.each([
    `labLabel('stemcell_plating_initiated_date')`,
    `if (plating === 2) return 'Plating was not successful.'`,
    `sort: 'vials_ready_ship'`,
  ])('allows %s', (line) => expect(faults(line)).toEqual([]))
  test('allows tests, and refuses a catalogue that it cannot read', () => {
    expect(faults(`'Plating initiated'`, 'apps/api/src/a.test.ts')).toEqual([])
    expect(checkLabLabels([{ ...catalogue, text: '' }])).toHaveLength(1)
  })
})

test.each([
  'TO' + 'DO: later',
  '// @ts-' + 'ignore',
  `test.${'only'}('x')`,
  `describe.${'skip'}('x')`,
  `test.each([1]).${'skip'}('x')`,
  'debug' + 'ger',
  `expect(answer).${'toMatchObject'}({ message: /late/ })`,
])('finds the leftover %s', (line) => {
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
  ])('accepts the existing proof %s of a requirement', (proof) => {
    expect(documentFaults(requirements(proof), files)).toEqual([])
  })
  test.each(['`api/db/other.test.ts`', '`api/db/audit.test.ts`, `other.test.ts`', '`api/other/*.test.ts`', '`e2e/sales`'])(
    'refuses the missing proof %s of a requirement',
    (proof) => {
      expect(documentFaults(requirements(proof), files)).toEqual([
        expect.stringMatching(/^docs\/requirements\.md:2: .* does not exist$/),
      ])
    },
  )
  test('refuses a link to a missing file', () => {
    const links = (text: string) => documentFaults([{ path: 'docs/b.md', text }], files)
    expect(links('[a](a.md), [b](../README.md), [c](https://example.org/x), [d](#here)')).toEqual([])
    expect(links('[a](../a.md)')).toEqual(['docs/b.md links to ../a.md, which does not exist'])
  })
  test('refuses a comment that names a missing document', () => {
    const comment = (text: string) => documentFaults([{ path: 'apps/api/src/db/a.sql', text }], files)
    expect(comment('-- See docs/a.md.')).toEqual([])
    expect(comment('-- See docs/operate/c.md.')).toEqual(['apps/api/src/db/a.sql names docs/operate/c.md, which does not exist'])
  })
  test('refuses an unlisted decision and a number that is taken', () => {
    const list = { path: 'docs/decisions/README.md', text: '[first](001-first.md)' }
    const decision = (name: string) => ({ path: `docs/decisions/${name}`, text: '' })
    const known = [...files, 'docs/decisions/001-first.md']
    expect(documentFaults([list, decision('001-first.md')], known)).toEqual([])
    expect(documentFaults([list, decision('001-first.md'), decision('001-third.md')], known)).toEqual([
      'docs/decisions/README.md does not list 001-third.md',
      'docs/decisions/001-third.md has the number of another decision',
    ])
  })
})

describe('structure of features', () => {
  const index = {
    path: 'packages/contract/src/features.ts',
    text: `export const featureTexts = {\n  visits: { title: 'Visits', description: 'Visits.' },\n}\n`,
  }
  const parts = [
    'packages/contract/src/care/visits.ts',
    feature('visits', 'routes'),
    feature('visits', 'test'),
    'apps/web/src/features/visits/visits-screen.tsx',
    'apps/e2e/visits.spec.ts',
  ].map((path) => ({ path, text: '' }))

  test('accepts a feature with all five parts', () => {
    expect(featuresOf(index.text)).toEqual(['visits'])
    expect(checkStructure([index, ...parts])).toEqual([])
  })
  test.each(parts)('refuses a feature without $path', ({ path }) => {
    expect(checkStructure([index, ...parts.filter((part) => part.path !== path)])).toEqual([
      expect.stringContaining('the feature visits has no '),
    ])
  })
  test('allows a missing screen only for features listed without screens', () => {
    const withoutScreens = parts.filter(({ path }) => !path.startsWith('apps/web'))
    expect(faultsOfStructure([index, ...withoutScreens], ['visits'])).toEqual([])
    expect(faultsOfStructure([index, ...parts], ['visits'])).toEqual([
      expect.stringContaining('lists visits as a feature without screens'),
    ])
  })
  test.each([feature('vials'), 'apps/web/src/features/vials/list.tsx', 'apps/e2e/vials.spec.ts'])(
    'refuses %s of an unknown feature',
    (path) => {
      expect(checkStructure([index, ...parts, { path, text: '' }])).toEqual([
        expect.stringContaining('vials, which is not a feature'),
      ])
    },
  )
})

describe('files of an api feature', () => {
  const file = (name: string, text = '') => checkFeatureFiles([{ path: `apps/api/src/features/sales/${name}`, text }])

  test.each(['leave-team.commands.ts', 'team.queries.ts', 'sales.routes.ts', 'sales.policy.ts', 'two-step-limits.test.ts'])(
    '%s is a name of a known kind',
    (name) => {
      expect(file(name)).toEqual([])
    },
  )
  test.each(['pay.ts', 'sales.finding.queries.ts', 'sales.words.ts', 'LeaveTeam.commands.ts', 'outer/inner/sales.queries.ts'])(
    '%s has no known kind',
    (name) => {
      expect(file(name)).toEqual([expect.stringContaining('has no known kind')])
    },
  )
  test.each([
    ['logo.queries.ts', "import type { FastifyInstance } from 'fastify'", 'routes are mounted'],
    ['phone.policy.ts', "failField('phone_number', fault)", 'fields are validated'],
    ['payment-result.pure.ts', "import type { Db } from '#api/db/db.ts'", 'knows no database'],
  ])('%s does only the work of its kind', (name, text, why) => {
    expect(file(name, text)).toEqual([expect.stringContaining(why)])
    expect(file(name.replace(/\.\w+\.ts$/, '.routes.ts'), text)).toEqual([])
  })
  test('other folders have other names', () => {
    expect(checkFeatureFiles([{ path: 'apps/api/src/platform/kernel/fail.ts', text: '' }])).toEqual([])
  })
})
