/** Checks which area of the project may import which (docs/architecture.md, 'Arrows'). All other imports are refused. */

import { featureImports } from './feature-imports.ts'
import { type Import, importsOf } from './imports.ts'
import { type Check, isTest, type Source } from './sources.ts'

/** Areas by path; the first match counts. The group of a features pattern is the feature's name. */
const AREAS: [RegExp, string][] = [
  [/^packages\/contract\/src\//, 'contract'],
  [/^apps\/api\/src\/features\/([^/]+)\//, 'api/features'],
  [/^apps\/api\/src\/(platform|embedded-postgres|db|adapters|testing|main|cli)\//, 'api/'],
  [/^apps\/api\/src\/main\.ts$/, 'api/main'],
  [/^apps\/api\/src\/cli\.ts$/, 'api/cli'],
  [/^apps\/api\/src\/(?:routers?|jobs)\.ts$/, 'api/router'],
  [/^apps\/api\/src\/[^/]+\.ts$/, 'api/app'],
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

const ALLOWED: Record<string, string[]> = {
  contract: [],
  'api/main': [
    'api/app',
    'api/router',
    'api/features',
    'api/platform',
    'api/embedded-postgres',
    'api/db',
    'api/adapters',
    'api/testing',
    'contract',
  ],
  'api/cli': [
    'api/main',
    'api/app',
    'api/router',
    'api/features',
    'api/platform',
    'api/embedded-postgres',
    'api/db',
    'api/adapters',
    'api/testing',
    'contract',
  ],
  'api/app': ['api/router', 'api/features', 'api/platform', 'api/db', 'api/adapters', 'contract'],
  'api/router': ['api/features', 'api/platform', 'contract'],
  'api/features': ['api/platform', 'api/db', 'api/adapters', 'contract'],
  'api/platform': ['api/db', 'api/adapters', 'contract'],
  'api/adapters': ['api/platform', 'api/db', 'contract'],
  'api/embedded-postgres': ['api/platform'],
  'api/db': ['contract'],
  'web/main': ['web/app', 'web/routes', 'web/ui', 'web/lib', 'contract'],
  'web/app': ['web/routes', 'web/main', 'web/ui', 'web/lib', 'contract'],
  'web/routes': ['web/app', 'web/features', 'web/entities', 'web/ui', 'web/lib', 'contract'],
  'web/features': ['web/entities', 'web/ui', 'web/lib', 'contract'],
  'web/entities': ['web/ui', 'web/lib', 'contract'],
  'web/ui': ['web/lib'],
  'web/lib': ['contract'],
  'web/build': ['contract'],
  e2e: ['api/testing', 'contract'],
  bench: [
    'api/main',
    'api/app',
    'api/platform',
    'api/embedded-postgres',
    'api/db',
    'api/adapters',
    'api/testing',
    'e2e',
    'contract',
  ],
  drills: [
    'api/main',
    'api/app',
    'api/platform',
    'api/embedded-postgres',
    'api/db',
    'api/adapters',
    'api/testing',
    'bench',
    'contract',
  ],
  scripts: ['e2e', 'api/db'],
}

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

/** The reason why one feature may not import a file of another, or undefined when it may. */
function betweenFeatures(from: string, to: string, file: string, area: string): string | undefined {
  if (area === 'web/features') return 'features of the web app do not import each other; compose them in a route'
  if (!featureImports[from]?.includes(to)) return `scripts/checks/feature-imports.ts does not allow ${from} to import ${to}`
  return SHARED_PARTS.test(file) ? undefined : 'only queries, commands and policy of another feature may be imported'
}

/** These areas get adapters as parameters, so they may import only their ports and types. */
const PORT_USERS = new Set(['api/features', 'api/platform'])

function reasonAgainst(from: Place, to: Place, file: string, type: boolean): string | undefined {
  if (from.area === to.area)
    return from.feature === to.feature ? undefined : betweenFeatures(from.feature ?? '', to.feature ?? '', file, from.area)
  if (from.area === 'web/ui' && file.startsWith('apps/web/src/lib/api/')) return 'ui does not call the api'
  if (!ALLOWED[from.area]?.includes(to.area)) return `${from.area} may not import ${to.area}`
  if (to.area === 'api/adapters' && PORT_USERS.has(from.area) && !type && !/\/(?:port|card-secret)\.ts$/.test(file))
    return 'only the port of an adapter may be imported'
  if (from.area === 'api/main' && to.area === 'api/testing' && !file.includes('/testing/seed/'))
    return 'only seeds may be imported from testing'
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
  const { file, type } = imported
  if (file === undefined) return packageAgainst(source, imported)
  if (isTest(source.path) && !source.path.startsWith('apps/e2e/')) return againstTest(source.path, file)
  const from = placeOf(source.path)
  const to = placeOf(file)
  return from && to ? reasonAgainst(from, to, file, type) : undefined
}

/** A file outside all areas would not be checked. */
const isLost = ({ path }: Source) => placeOf(path) === undefined

export const checkArrows: Check = (sources) =>
  sources.flatMap((source) => {
    if (isLost(source)) return [`${source.path} belongs to no area of the project: add it to scripts/checks/arrows.ts`]
    return importsOf(source).flatMap((imported) => {
      const reason = faultOf(source, imported)
      return reason ? [`${source.path} imports ${imported.name}: ${reason}`] : []
    })
  })
