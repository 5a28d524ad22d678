/** `node scripts/new-feature.ts <name>`: an empty feature, in all four rooms. */
import path from 'node:path'
import { makeFeature } from './new-feature/make.ts'

try {
  const { made, toAdd, last } = makeFeature(path.resolve(import.meta.dirname, '..'), process.argv[2] ?? '')
  console.log(`Made\n${made.map((file) => `  ${file}`).join('\n')}\nAdd by hand\n${toAdd.join('\n')}\nThen run ${last}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
