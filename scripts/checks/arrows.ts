/** Checks which area of the project may import which (docs/architecture.md, 'Import rules'). All other imports are refused. */

import { type Import, importsOf } from './imports.ts'
import { type Check, isTest, type Source } from './sources.ts'

/** Areas by path; the first match counts. The group of a features pattern is the feature's name. */
const AREAS: [RegExp, string][] = [
  [/^packages\/contract\/src\//, 'contract'],
  [/^apps\/api\/src\/features\/([^/]+)\//, 'api/features'],
  [/^apps\/api\/src\/(platform|embedded-postgres|db|adapters|demo|testing|main|cli|every-call|every-list)\//, 'api/'],
  [/^apps\/api\/src\/main\.ts$/, 'api/main'],
  [/^apps\/api\/src\/cli\.ts$/, 'api/cli'],
  [/^apps\/api\/src\/app\/(?:routers?|jobs)\.ts$/, 'api/router'],
  [/^apps\/api\/src\/app\/[^/]+\.ts$/, 'api/app'],
  [/^apps\/web\/src\/features\/([^/]+)\//, 'web/features'],
  [/^apps\/web\/src\/(app|routes|entities|ui|lib)\//, 'web/'],
  [/^apps\/web\/src\/[^/]+\.tsx?$/, 'web/main'],
  [/^apps\/web\//, 'web/build'],
  [/^apps\/e2e\//, 'e2e'],
  [/^bench\//, 'bench'],
  [/^drills\//, 'drills'],
  [/^scripts\//, 'scripts'],
  [/^[^/]+\.ts$/, 'scripts'],
]

/** What each area may import besides itself. An allowance that no file uses is a fault. */
const ALLOWED: Record<string, string> = {
  contract: '',
  'api/db': 'contract',
  'api/platform': 'contract api/db',
  'api/adapters': 'contract api/db api/platform',
  'api/features': 'contract api/db api/platform',
  'api/router': 'contract api/platform api/features',
  'api/app': 'contract api/db api/platform api/features api/router',
  'api/embedded-postgres': 'api/platform',
  'api/demo': 'contract api/db api/platform api/adapters api/features',
  'api/main': 'api/db api/platform api/adapters api/features api/router api/app api/embedded-postgres api/demo',
  'api/cli': 'contract api/db api/platform api/features api/router api/main',
  'web/lib': 'contract',
  'web/ui': 'web/lib',
  'web/entities': 'contract web/lib web/ui',
  'web/features': 'contract web/lib web/ui web/entities',
  'web/routes': 'contract web/lib web/ui web/entities web/features',
  'web/app': 'contract web/lib web/ui web/routes',
  'web/main': 'web/lib web/app web/routes',
  'web/build': 'contract',
  e2e: 'contract api/testing',
  bench: 'api/db api/platform api/embedded-postgres api/demo api/cli api/testing e2e',
  drills: 'contract api/db api/platform api/adapters api/embedded-postgres api/main api/testing bench',
  scripts: 'api/db e2e',
}

const allowedTo = (area: string) => (ALLOWED[area] ?? '').split(' ')

interface Place {
  area: string
  feature: string | undefined
}

export function placeOf(file: string): Place | undefined {
  for (const [pattern, area] of AREAS) {
    const match = pattern.exec(file)
    if (match) return area.endsWith('/') ? { area: area + match[1], feature: undefined } : { area, feature: match[1] }
  }
  return undefined
}

const SHARED_PARTS = /\.(?:queries|commands|policy)\.ts$/

/** The reason why one feature may not import a file of another, or undefined when it may. Which features know which is limited by `checkCycles`. */
function betweenFeatures(file: string, area: string): string | undefined {
  if (area === 'web/features') return 'features of the web app do not import each other; compose them in a route'
  return SHARED_PARTS.test(file) ? undefined : 'only queries, commands and policy of another feature may be imported'
}

function reasonAgainst(from: Place, to: Place, file: string): string | undefined {
  if (from.area === to.area) return from.feature === to.feature ? undefined : betweenFeatures(file, from.area)
  if (from.area === 'web/ui' && file.startsWith('apps/web/src/lib/api/')) return 'ui does not call the api'
  if (!allowedTo(from.area).includes(to.area)) return `${from.area} may not import ${to.area}`
  return undefined
}

const TEST_WORLDS = ['apps/api/', 'apps/web/', 'packages/contract/']

/** Tests may import all files of their own program, and the contract. */
function againstTest(importer: string, file: string): string | undefined {
  const world = TEST_WORLDS.find((start) => importer.startsWith(start))
  return world && !file.startsWith(world) && !file.startsWith('packages/contract/')
    ? 'a test may import only its own program and the contract'
    : undefined
}

function packageAgainst({ path: importer }: Source, { name }: Import): string | undefined {
  if (importer.startsWith('packages/contract/src/') && !isTest(importer) && name !== 'zod')
    return 'the contract may import only zod'
  return undefined
}

function faultOf(source: Source, imported: Import): string | undefined {
  const { file } = imported
  if (file === undefined) return packageAgainst(source, imported)
  if (isTest(source.path) && !source.path.startsWith('apps/e2e/')) return againstTest(source.path, file)
  const from = placeOf(source.path)
  const to = placeOf(file)
  return from && to ? reasonAgainst(from, to, file) : undefined
}

function faultsOf(source: Source): string[] {
  // A file outside all areas would not be checked.
  if (!placeOf(source.path)) return [`${source.path} belongs to no area of the project: add it to scripts/checks/arrows.ts`]
  return importsOf(source).flatMap((imported) => {
    const reason = faultOf(source, imported)
    return reason ? [`${source.path} imports ${imported.name}: ${reason}`] : []
  })
}

function usedAllowances(sources: Source[]): Set<string> {
  const used = new Set<string>()
  for (const source of sources) {
    const from = placeOf(source.path)?.area
    for (const { file } of importsOf(source)) used.add(`${from} ${file && placeOf(file)?.area}`)
  }
  return used
}

export const checkArrows: Check = (sources) => sources.flatMap(faultsOf)

/** Allowances that no file uses. Tests import more than their area may, so theirs do not count. */
export const checkAllowances: Check = (sources) => {
  const used = usedAllowances(sources.filter(({ path }) => !isTest(path) || path.startsWith('apps/e2e/')))
  return Object.keys(ALLOWED).flatMap((from) =>
    allowedTo(from)
      .filter((to) => to !== '' && !used.has(`${from} ${to}`))
      .map((to) => `scripts/checks/arrows.ts allows ${from} to import ${to}, which no file does`),
  )
}
