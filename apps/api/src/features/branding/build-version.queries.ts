/** The version of the running build. Pages of another build reload themselves. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const projectRoot = new URL('../../../../../', import.meta.url)
const builtPageUrl = new URL('apps/web/dist/index.html', projectRoot)

/** The project version and eight digits of a hash of index.html, which names every asset by its content. */
export function versionOf(manifest: string, page: string | undefined): string {
  const { version } = JSON.parse(manifest) as { version: string }
  const build = page === undefined ? 'dev' : createHash('sha256').update(page).digest('hex').slice(0, 8)
  return `${version}-${build}`
}

function readVersion(): string {
  const page = existsSync(fileURLToPath(builtPageUrl)) ? readFileSync(builtPageUrl, 'utf8') : undefined
  return versionOf(readFileSync(new URL('package.json', projectRoot), 'utf8'), page)
}

let cachedVersion: string | undefined

/** Read once, because the served build does not change while the process runs. */
export function buildVersion(): string {
  cachedVersion ??= readVersion()
  return cachedVersion
}
