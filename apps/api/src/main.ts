/** The program. What it loads is compiled once and kept, so that it must be named before anything is loaded. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))
// What the portal writes is its own: no other user of the machine reads or lists it.
process.umask(0o066)

const { run } = await import('./main/run.ts')
await run()
process.exit()
