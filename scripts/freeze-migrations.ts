/** `node scripts/freeze-migrations.ts`: part of a release. Writes the checksums of all migrations, which then may not change. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { freeze, RELEASED, readFrozen } from './checks/migrations.ts'
import { listFiles } from './checks/sources.ts'

const root = path.resolve(import.meta.dirname, '..')
try {
  const released = freeze(readFrozen(root, listFiles(root)))
  writeFileSync(path.join(root, RELEASED), `${JSON.stringify(released, null, 2)}\n`)
  console.log(`${Object.keys(released.checksums).length} migrations are frozen with ${released.version}.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
