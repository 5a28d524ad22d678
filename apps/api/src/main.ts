/** The entry point. Compiled code is cached; the cache must be enabled before any other module is loaded. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))
// Files of the portal are private: other users of the machine cannot read or list them.
process.umask(0o066)

const { run } = await import('./main/run.ts')
await run()
process.exit()
