/** The code of the migrations as in another version of the portal: a copy whose SQL files a test may change. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const ours = fileURLToPath(new URL('../db', import.meta.url))

export interface OtherBuild extends Pick<typeof import('#api/db/migrate.ts'), 'migrate'> {
  isMigrated: typeof import('#api/db/migration-state.ts')['isMigrated']
  /** Changes the files of the copy. */
  replace(migration: string, text: string): void
  remove(): void
}

/** `added` has the texts of more migrations by their names. The copy shares no module with this process, only the libraries. */
export async function copyBuild(added: Record<string, string>): Promise<OtherBuild> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-build-'))
  cpSync(ours, path.join(folder, 'db'), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const file = (migration: string) => path.join(folder, `db/migrations/${migration}.sql`)
  for (const [name, text] of Object.entries(added)) writeFileSync(file(name), text, { flag: 'wx' })
  const load = (name: string) => import(path.join(folder, 'db', name))
  const { migrate } = (await load('migrate.ts')) as typeof import('#api/db/migrate.ts')
  const { isMigrated } = (await load('migration-state.ts')) as typeof import('#api/db/migration-state.ts')
  return {
    migrate,
    isMigrated,
    replace(migration, text) {
      readFileSync(file(migration))
      writeFileSync(file(migration), text)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
