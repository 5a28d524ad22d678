/** Checks that each feature has the same name in the contract, the api, the web app and the journeys. */
import type { Check } from './sources.ts'

/** A star stands for one folder. */
const PARTS: { part: string; path: (feature: string) => string }[] = [
  { part: 'contract', path: (feature) => `packages/contract/src/*/${feature}.ts` },
  { part: 'routes', path: (feature) => `apps/api/src/features/${feature}/${feature}.routes.ts` },
  { part: 'api tests', path: (feature) => `apps/api/src/features/${feature}/${feature}.test.ts` },
  { part: 'screens', path: (feature) => `apps/web/src/features/${feature}/` },
  { part: 'journey', path: (feature) => `apps/e2e/${feature}.spec.ts` },
]

/** Features without screens of their own. Remove a feature when it gets one. */
const WITHOUT_SCREENS: string[] = []

/** Screens of a feature that have a folder of their own, because they are a page of a frame or used by another screen. */
const PARTS_OF_SCREENS = ['template-editor', 'signing-settings']

/** What several features use and what has no calls of its own: who sees which rows, and the lab record of a patient. */
const WITHOUT_CALLS = ['lab-record', 'visibility']

const FEATURES = 'packages/contract/src/features.ts'

/** The features are the keys of `featureTexts`. */
export function featuresOf(text: string): string[] {
  const [, body = ''] = text.split('export const featureTexts')
  return [...body.matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name as string)
}

const FOLDERS = [/^apps\/api\/src\/features\/([^/]+)\//, /^apps\/web\/src\/features\/([^/]+)\//, /^apps\/e2e\/([^/]+)\.spec\.ts$/]

/** The features without screens are a parameter, so that tests can pass some. */
export function faultsOfStructure(sources: Parameters<Check>[0], withoutScreens = WITHOUT_SCREENS): string[] {
  const features = featuresOf(sources.find(({ path }) => path === FEATURES)?.text ?? '')
  if (features.length === 0) return [`${FEATURES} lists no features`]
  const has = (path: string) => {
    const pattern = new RegExp(`^${path.replace('*', '[^/]+')}`)
    return sources.some((source) => pattern.test(source.path))
  }
  const missing = features.flatMap((feature) =>
    PARTS.filter(({ part, path }) => !has(path(feature)) && !(part === 'screens' && withoutScreens.includes(feature))).map(
      ({ part, path }) => `the feature ${feature} has no ${part}: ${path(feature)} is missing`,
    ),
  )
  const outdated = withoutScreens
    .filter((feature) => has(`apps/web/src/features/${feature}/`))
    .map((feature) => `scripts/checks/structure.ts lists ${feature} as a feature without screens, but it has screens`)
  const named = sources.flatMap(({ path }) => FOLDERS.flatMap((pattern) => pattern.exec(path)?.[1] ?? []))
  const unknown = [...new Set(named)].filter(
    (name) => !features.includes(name) && ![...PARTS_OF_SCREENS, ...WITHOUT_CALLS].includes(name),
  )
  return [
    ...missing,
    ...outdated,
    ...unknown.map((name) => `a folder or journey is named ${name}, which is not a feature in ${FEATURES}`),
  ]
}

export const checkStructure: Check = (sources) => faultsOfStructure(sources)
