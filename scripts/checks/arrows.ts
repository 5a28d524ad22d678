/** Who may import whom (docs/architecture.md, 'Arrows'). What is not allowed here is forbidden. */
import { type Import, importsOf } from './imports.ts'
import { featureLines } from './lines.ts'
import { type Check, isTest, type Source } from './sources.ts'

/** Rooms by path; the first that fits is the room. A feature's own name is the last part of `web/features/…`. */
const ROOMS: [RegExp, string][] = [
  [/^packages\/contract\/src\//, 'contract'],
  [/^apps\/api\/src\/features\/([^/]+)\//, 'api/features'],
  [/^apps\/api\/src\/(platform|db|adapters|testing|main|cli)\//, 'api/'],
  [/^apps\/api\/src\/main\.ts$/, 'api/main'],
  [/^apps\/api\/src\/cli\.ts$/, 'api/cli'],
  [/^apps\/api\/src\/(?:router|jobs)\.ts$/, 'api/router'],
  [/^apps\/api\/src\/[^/]+\.ts$/, 'api/app'],
  [/^apps\/web\/src\/features\/([^/]+)\//, 'web/features'],
  [/^apps\/web\/src\/(app|routes|entities|ui|lib)\//, 'web/'],
  [/^apps\/web\/src\/[^/]+\.tsx?$/, 'web/main'],
  [/^apps\/web\//, 'web/build'],
  [/^apps\/e2e\//, 'e2e'],
  [/^bench\//, 'bench'],
  [/^scripts\//, 'scripts'],
  [/^[^/]+\.ts$/, 'scripts'],
]

const ALLOWED: Record<string, string[]> = {
  contract: [],
  'api/main': ['api/app', 'api/router', 'api/features', 'api/platform', 'api/db', 'api/adapters', 'api/testing', 'contract'],
  'api/cli': [
    'api/main',
    'api/app',
    'api/router',
    'api/features',
    'api/platform',
    'api/db',
    'api/adapters',
    'api/testing',
    'contract',
  ],
  'api/app': ['api/router', 'api/features', 'api/platform', 'api/db', 'api/adapters', 'contract'],
  'api/router': ['api/features', 'api/platform', 'contract'],
  'api/features': ['api/platform', 'api/db', 'api/adapters', 'contract'],
  'api/platform': ['api/db', 'api/adapters', 'contract'],
  'api/adapters': ['api/platform', 'api/db'],
  'api/db': ['contract'],
  'web/main': ['web/app', 'web/routes', 'web/ui', 'web/lib', 'contract'],
  'web/app': ['web/routes', 'web/main', 'web/ui', 'web/lib', 'contract'],
  'web/routes': ['web/app', 'web/features', 'web/entities', 'web/ui', 'web/lib', 'contract'],
  'web/features': ['web/entities', 'web/ui', 'web/lib', 'contract'],
  'web/entities': ['web/ui', 'web/lib', 'contract'],
  'web/ui': ['web/lib', 'contract'],
  'web/lib': ['contract'],
  'web/build': ['contract'],
  e2e: ['api/testing', 'contract'],
  bench: ['api/main', 'api/app', 'api/platform', 'api/db', 'api/adapters', 'api/testing', 'contract'],
  scripts: ['e2e'],
}

interface Place {
  room: string
  feature: string | undefined
}

function placeOf(file: string): Place | undefined {
  for (const [pattern, room] of ROOMS) {
    const match = pattern.exec(file)
    if (match) return room.endsWith('/') ? { room: room + match[1], feature: undefined } : { room, feature: match[1] }
  }
  return undefined
}

const SHARED_PARTS = /\.(?:queries|commands|policy)\.ts$/

/** Why one feature may not import the other's file, or undefined when it may. */
function betweenFeatures(from: string, to: string, file: string, room: string): string | undefined {
  if (room === 'web/features') return 'features of the pages do not import each other: a route composes them'
  if (!featureLines[from]?.includes(to)) return `no line from ${from} to ${to} is declared in scripts/checks/lines.ts`
  return SHARED_PARTS.test(file) ? undefined : 'another feature is reached by its queries, commands and policy only'
}

/** Adapters are handed in as ports: outside main, only their shape may be known, which a type is. */
const PORT_USERS = new Set(['api/features', 'api/platform'])

function reasonAgainst(from: Place, to: Place, file: string, type: boolean): string | undefined {
  if (from.room === to.room)
    return from.feature === to.feature ? undefined : betweenFeatures(from.feature ?? '', to.feature ?? '', file, from.room)
  if (from.room === 'web/ui' && /^apps\/web\/src\/lib\/api/.test(file)) return 'what is drawn knows no api'
  if (!ALLOWED[from.room]?.includes(to.room)) return `${from.room} does not import ${to.room}`
  if (to.room === 'api/adapters' && PORT_USERS.has(from.room) && !type && !/\/(?:port|card-secret)\.ts$/.test(file))
    return 'an adapter is known by its port only'
  if (from.room === 'api/main' && to.room === 'api/testing' && !file.includes('/testing/seed/'))
    return 'only seeds leave the room of tests'
  return undefined
}

const TEST_WORLDS = ['apps/api/', 'apps/web/', 'packages/contract/']

/** Tests may reach into everything of their own program. */
function againstTest(importer: string, file: string): string | undefined {
  const world = TEST_WORLDS.find((start) => importer.startsWith(start))
  return world && !file.startsWith(world) && !file.startsWith('packages/contract/')
    ? 'a test stays in its own program'
    : undefined
}

function packageAgainst({ path: importer }: Source, { name }: Import): string | undefined {
  if (importer.startsWith('packages/contract/src/') && !isTest(importer) && name !== 'zod') return 'the contract imports zod only'
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

/** A file in no room would be held by no arrow. */
const isLost = ({ path }: Source) => placeOf(path) === undefined

export const checkArrows: Check = (sources) =>
  sources.flatMap((source) => {
    if (isLost(source))
      return [`${source.path} is in no room of docs/architecture.md: scripts/checks/arrows.ts knows none for it`]
    return importsOf(source).flatMap((imported) => {
      const reason = faultOf(source, imported)
      return reason ? [`${source.path} imports ${imported.name}: ${reason}`] : []
    })
  })
