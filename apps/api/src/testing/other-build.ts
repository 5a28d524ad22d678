/** A copy of the program whose migrations a test may change: an earlier, later or damaged version of the portal. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const api = 'apps/api'

export interface OtherBuild {
  /** Paths of the programs, to run with node. */
  main: string
  console: string
  /** Replaces all migrations of the copy by ours with these changes. A new text of `undefined` removes the migration. */
  change(changes: Record<string, (text: string) => string | undefined>): void
  remove(): void
}

export function copyBuild(): OtherBuild {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-build-'))
  const to = path.join(folder, api)
  mkdirSync(to, { recursive: true })
  cpSync(path.join(root, api, 'src'), path.join(to, 'src'), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  for (const each of ['.', api]) cpSync(path.join(root, each, 'package.json'), path.join(folder, each, 'package.json'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const migrations = path.join(to, 'src/db/migrations')
  return {
    main: path.join(to, 'src/main.ts'),
    console: path.join(to, 'src/cli.ts'),
    change(changes) {
      rmSync(migrations, { recursive: true })
      cpSync(path.join(root, api, 'src/db/migrations'), migrations, { recursive: true })
      for (const [name, changed] of Object.entries(changes)) {
        const file = path.join(migrations, `${name}.sql`)
        const text = changed(readFileSync(file, { encoding: 'utf8', flag: 'a+' }))
        if (text === undefined) rmSync(file)
        else writeFileSync(file, text)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
