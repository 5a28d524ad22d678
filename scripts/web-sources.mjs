/** Finds out whether the web app must be built again. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** This file keeps the digest of the last build. It is next to the build, because npm empties node_modules. */
export const BUILT = 'apps/web/.built'

const NOT_SOURCES = ['node_modules', 'dist', path.basename(BUILT), '.vite', '.tanstack']

/** A hash of all sources of the web app. */
export function digestSources(/** @type {string} */ root) {
  const at = (/** @type {string} */ name) => path.join(root, name)
  const hash = createHash('sha256')
  const add = (/** @type {string} */ name) =>
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(at(name)))
      .update('\0')
  const walk = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(at(folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (NOT_SOURCES.includes(entry.name)) continue
      if (entry.isDirectory()) walk(`${folder}/${entry.name}`)
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) add(`${folder}/${entry.name}`)
    }
  }
  walk('apps/web')
  walk('packages/contract')
  add('package-lock.json')
  return hash.digest('hex')
}
