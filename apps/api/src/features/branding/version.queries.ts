/** Which build is running: pages that were loaded from another reload themselves. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const projectRoot = new URL('../../../../../', import.meta.url)
const builtPageUrl = new URL('apps/web/dist/index.html', projectRoot)

/** The version of the project and, of the web's one page (it names every asset by its content), eight digits of a hash. */
export function versionOf(manifest: string, page: string | undefined): string {
  const { version } = JSON.parse(manifest) as { version: string }
  const build = page === undefined ? 'dev' : createHash('sha256').update(page).digest('hex').slice(0, 8)
  return `${version}-${build}`
}

let cachedVersion: string | undefined

/** Read once: what this process serves does not change while it runs. Needs no git. */
export function buildVersion(): string {
  const page = existsSync(fileURLToPath(builtPageUrl)) ? readFileSync(builtPageUrl, 'utf8') : undefined
  cachedVersion ??= versionOf(readFileSync(new URL('package.json', projectRoot), 'utf8'), page)
  return cachedVersion
}
