/** Which build is running: pages that were loaded from another reload themselves. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../../../', import.meta.url)
const builtPage = new URL('apps/web/dist/index.html', root)

/** The version of the project and, of the web's one page (it names every asset by its content), eight digits of a hash. */
export function versionOf(manifest: string, page: string | undefined): string {
  const { version } = JSON.parse(manifest) as { version: string }
  const build = page === undefined ? 'dev' : createHash('sha256').update(page).digest('hex').slice(0, 8)
  return `${version}-${build}`
}

let known: string | undefined

/** Read once: what this process serves does not change while it runs. Needs no git. */
export function buildVersion(): string {
  const page = existsSync(fileURLToPath(builtPage)) ? readFileSync(builtPage, 'utf8') : undefined
  known ??= versionOf(readFileSync(new URL('package.json', root), 'utf8'), page)
  return known
}
