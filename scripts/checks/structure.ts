/** A feature has one name, in four rooms: the contract, the api, the pages and the journeys. */
import type { Check } from './sources.ts'

const ROOMS: { what: string; path: (feature: string) => string }[] = [
  { what: 'calls', path: (feature) => `packages/contract/src/${feature}.ts` },
  { what: 'answers', path: (feature) => `apps/api/src/features/${feature}/${feature}.router.ts` },
  { what: 'call tests', path: (feature) => `apps/api/src/features/${feature}/${feature}.test.ts` },
  { what: 'pages', path: (feature) => `apps/web/src/features/${feature}/` },
  { what: 'journey', path: (feature) => `apps/e2e/${feature}.spec.ts` },
]

/** Features whose calls serve other features' screens so far. A line goes when the feature gets a screen of its own. */
const WITHOUT_PAGES = ['branding']

/** The features are the keys of `contract` in the contract's index. */
export function featuresOf(index: string): string[] {
  const body = /export const contract = \{([^}]*)\}/.exec(index)?.[1] ?? ''
  return body
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

const FOLDERS = [/^apps\/api\/src\/features\/([^/]+)\//, /^apps\/web\/src\/features\/([^/]+)\//, /^apps\/e2e\/([^/]+)\.spec\.ts$/]

export const checkStructure: Check = (sources) => {
  const features = featuresOf(sources.find(({ path }) => path === 'packages/contract/src/index.ts')?.text ?? '')
  if (features.length === 0) return ['packages/contract/src/index.ts lists no features']
  const has = (path: string) => sources.some((source) => source.path.startsWith(path))
  const missing = features.flatMap((feature) =>
    ROOMS.filter(({ what, path }) => !has(path(feature)) && !(what === 'pages' && WITHOUT_PAGES.includes(feature))).map(
      ({ what, path }) => `the feature ${feature} has no ${what}: ${path(feature)} is missing`,
    ),
  )
  const outdated = WITHOUT_PAGES.filter((feature) => has(`apps/web/src/features/${feature}/`)).map(
    (feature) => `scripts/checks/structure.ts says that ${feature} has no pages, but it has`,
  )
  const named = sources.flatMap(({ path }) => FOLDERS.flatMap((pattern) => pattern.exec(path)?.[1] ?? []))
  const unknown = [...new Set(named)].filter((name) => !features.includes(name))
  return [
    ...missing,
    ...outdated,
    ...unknown.map((name) => `${name} is no feature of packages/contract/src/index.ts, but a folder or journey bears its name`),
  ]
}
