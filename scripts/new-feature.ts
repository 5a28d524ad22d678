/** `node scripts/new-feature.ts <name>`: creates an empty feature in the contract, the api, the web app and the journeys. */
import path from 'node:path'
import { makeFeature } from './new-feature/make.ts'

try {
  const { made, toAdd, last } = makeFeature(path.resolve(import.meta.dirname, '..'), process.argv[2] ?? '')
  console.log(`Created\n${made.map((file) => `  ${file}`).join('\n')}\nAdd by hand\n${toAdd.join('\n')}\nThen run ${last}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
