/** Makes the files of an empty feature in the contract, the api, the pages and the journeys. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Template by the file that is made of it. */
const files = (name: string): Record<string, string> => ({
  [`packages/contract/src/${name}.ts`]: 'contract',
  [`apps/api/src/features/${name}/${name}.router.ts`]: 'router',
  [`apps/api/src/features/${name}/${name}.test.ts`]: 'api-test',
  [`apps/web/src/features/${name}/${name}-screen.tsx`]: 'screen',
  [`apps/web/src/routes/_app/${name}.tsx`]: 'route',
  [`apps/e2e/${name}.spec.ts`]: 'journey',
})

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function fill(template: string, name: string): string {
  const values: Record<string, string> = { name, Name: capital(name) }
  return template.replace(/__(name|Name)__/g, (_all, key: string) => values[key] ?? '')
}

/** The lines that a person puts where they belong: order and reach are decisions. */
function linesToAdd(name: string): string[] {
  const lines: [string, string][] = [
    ['packages/contract/src/index.ts', "import { __name__ } from './__name__.ts'   and   __name__, in contract"],
    [
      'apps/api/src/router.ts',
      "import { __name__Router } from './features/__name__/__name__.router.ts'   and   __name__: __name__Router, in router",
    ],
    ['packages/contract/src/screens.ts', "'/__name__': { title: '__Name__', who: ['admin'], menu: 'Overview' }, in screenAccess"],
    ['scripts/checks/lines.ts', '__name__: [], in featureLines'],
  ]
  return lines.map(([file, line]) => `  ${file}: ${fill(line, name)}`)
}

/** The table of routes is written by the build of the pages; without the new route in it, its file has no type. */
const LAST = 'npx vite build apps/web, which enters the route in apps/web/src/routeTree.gen.ts, and npm run check'

/** Gives the files made, the lines to add by hand and what to run then. Throws when the name is no name or a file is there already; then nothing is made. */
export function makeFeature(root: string, name: string): { made: string[]; toAdd: string[]; last: string } {
  if (!/^[a-z]{3,30}$/.test(name)) throw new Error(`"${name}" is no name for a feature: one word of small letters.`)
  const plan = Object.entries(files(name))
  const there = plan.map(([file]) => file).find((file) => existsSync(path.join(root, file)))
  if (there) throw new Error(`${there} is there already.`)
  for (const [file, template] of plan) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), fill(readFileSync(path.join(import.meta.dirname, `${template}.txt`), 'utf8'), name))
  }
  return { made: plan.map(([file]) => file), toAdd: linesToAdd(name), last: LAST }
}
