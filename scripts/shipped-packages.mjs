/**
 * The packages that leave with the portal: those that a server runs with, and those that Vite puts into the pages. Plain JavaScript, so that
 * the system's Node can write the bill of materials of a checkout without packages.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ version?: string, link?: boolean, dev?: boolean, dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Entry */
/** @typedef {Record<string, Entry>} Lock The `packages` of package-lock.json, by their folders. */
/** @typedef {{ name: string, version: string, 'bom-ref': string, licenses?: { license?: { id?: string, name?: string }, expression?: string }[] }} Component */
/** @typedef {{ components: Component[], dependencies: { ref: string, dependsOn?: string[] }[] }} Bom */

const IN_PACKAGES = 'node_modules/'
const nameOf = (/** @type {string} */ folder) => folder.slice(folder.lastIndexOf(IN_PACKAGES) + IN_PACKAGES.length)

/** The folder in which Node finds a package that the code in `from` imports. @param {Lock} lock @param {string} from @param {string} name */
function findFolder(lock, from, name) {
  let parent = from
  while (parent !== '') {
    const nested = `${parent}/${IN_PACKAGES}${name}`
    if (lock[nested]) return nested
    parent = parent.slice(0, Math.max(0, parent.lastIndexOf(`/${IN_PACKAGES}`)))
  }
  return IN_PACKAGES + name
}

/** @param {Lock} lock @param {string} folder @param {string[]} names @param {Set<string>} found */
function addAll(lock, folder, names, found) {
  for (const name of names) {
    const needed = findFolder(lock, folder, name)
    const entry = lock[needed]
    if (!entry || entry.link || found.has(needed)) continue
    found.add(needed)
    addAll(lock, needed, Object.keys(entry.dependencies ?? {}), found)
  }
}

/**
 * Returns `name@version` of each. The pages have the `devDependencies` of apps/web, and what these depend on.
 * @param {Lock} lock
 */
export function shippedPackages(lock) {
  const folders = Object.keys(lock).filter((folder) => folder.includes(IN_PACKAGES) && !lock[folder]?.dev && !lock[folder]?.link)
  const found = new Set(folders)
  addAll(lock, 'apps/web', Object.keys(lock['apps/web']?.devDependencies ?? {}), found)
  return new Set([...found].map((folder) => `${nameOf(folder)}@${lock[folder]?.version}`))
}

/** The JSON that an npm command prints, also when it exits with a fault. Empty if it prints none. @param {string} root @param {string[]} args */
export function npmJson(root, ...args) {
  const program = process.env.npm_execpath
  const { stdout } = spawnSync(program ? process.execPath : 'npm', [...(program ? [program] : []), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

/** @param {string} root @returns {Lock} */
export const readLock = (root) => JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages

/**
 * The bill of materials (CycloneDX), from the lock file. `npm sbom --omit=dev` does not do: it leaves out each package that any workspace has
 * among its `devDependencies`, with all that it depends on, also when the api depends on it.
 * @param {string} root @returns {Bom}
 */
export function readBom(root) {
  const all = /** @type {Bom} */ (npmJson(root, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'))
  const shipped = shippedPackages(readLock(root))
  for (const part of ['api', 'web', 'contract']) shipped.add(`@vialdesk/${part}@${versionOf(root)}`)
  const components = (all.components ?? []).filter((each) => shipped.has(each['bom-ref']))
  const refs = new Set(components.map((each) => each['bom-ref']))
  const dependencies = (all.dependencies ?? [])
    .filter(({ ref }) => refs.has(ref) || ref === `vialdesk@${versionOf(root)}`)
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  return { ...all, components, dependencies }
}

const versionOf = (/** @type {string} */ root) => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version
