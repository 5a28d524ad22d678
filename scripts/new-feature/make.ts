/** Creates the files of an empty feature in the contract, the api, the web app and the journeys. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Template names by the file that is created from them. */
const files = (name: string): Record<string, string> => ({
  // The folders of the contract are rooms: move the file when the feature belongs into another one.
  [`packages/contract/src/business/${name}.ts`]: 'contract',
  [`apps/api/src/features/${name}/${name}.routes.ts`]: 'router',
  [`apps/api/src/features/${name}/${name}.test.ts`]: 'api-test',
  [`apps/web/src/features/${name}/${name}-screen.tsx`]: 'screen',
  [`apps/e2e/${name}.spec.ts`]: 'journey',
})

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function fill(template: string, name: string): string {
  const values: Record<string, string> = { name, Name: capitalize(name) }
  return template.replace(/__(name|Name)__/g, (_all, key: string) => values[key] ?? '')
}

/** The lines to add by hand, because their order and access rights are decisions. */
function linesToAdd(name: string): string[] {
  const lines: [string, string][] = [
    ['packages/contract/src/modules.ts', "export * as __name__ from './business/__name__.ts'"],
    ['packages/contract/src/features.ts', "__name__: { title: '__Name__', description: '' }, in featureTexts"],
    ['apps/api/src/app/routers.ts', "export { __name__Router } from './features/__name__/__name__.routes.ts'"],
    ['apps/web/src/routes/app-tree.ts', "screen('/__name__', '__Name__Screen', …) with the file __name__-screen.tsx"],
    [
      'packages/contract/src/base/screens.ts',
      "'/__name__': { title: '__Name__', openTo: ['admin'], menu: 'Overview' }, in screenAccess",
    ],
  ]
  return lines.map(([file, line]) => `  ${file}: ${fill(line, name)}`)
}

const LAST = 'npm run check'

/** Returns the created files, the lines to add by hand and the last command. Throws and creates nothing if the name is invalid or a file exists. */
export function makeFeature(root: string, name: string): { made: string[]; toAdd: string[]; last: string } {
  if (!/^[a-z]{3,30}$/.test(name)) throw new Error(`"${name}" is not a valid feature name: use one word of lowercase letters.`)
  const plan = Object.entries(files(name))
  const existing = plan.map(([file]) => file).find((file) => existsSync(path.join(root, file)))
  if (existing) throw new Error(`${existing} already exists.`)
  for (const [file, template] of plan) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), fill(readFileSync(path.join(import.meta.dirname, `${template}.txt`), 'utf8'), name))
  }
  return { made: plan.map(([file]) => file), toAdd: linesToAdd(name), last: LAST }
}
