/** Compares node_modules with the lock file, and checks that the lock file works on every platform. */

/** @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry */
/** @typedef {Record<string, Entry>} Packages */

const supports = (/** @type {string[] | undefined} */ list, /** @type {string} */ value) =>
  list === undefined || list.includes(value)

/**
 * Names of packages that are missing or have another version. Optional packages count only if the project itself lists
 * them for this platform, because npm may skip the others. Without `withDev`, development packages do not count.
 * @param {Packages} lock @param {Packages} installed @param {{ platform: string, arch: string }} machine @param {boolean} [withDev]
 */
export function stalePackages(lock, installed, { platform, arch }, withDev = true) {
  const named = new Set(Object.keys(lock['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`))
  return Object.entries(lock)
    .filter(([name, { dev }]) => name.includes('node_modules/') && (withDev || !dev))
    .filter(([name, { optional, os, cpu }]) => !optional || (named.has(name) && supports(os, platform) && supports(cpu, arch)))
    .filter(([name, { version, link }]) => !installed[name] || (!link && installed[name].version !== version))
    .map(([name]) => name)
}

/**
 * True if a package is installed that only development needs.
 * @param {Packages} installed
 */
export const hasDevelopmentPackages = (installed) => Object.values(installed).some(({ dev }) => dev === true)

/**
 * Platform packages that the lock file requires but does not contain. `npm ci` would fail on those platforms.
 * @param {Packages} lock
 */
export function missingPlatformPackages(lock) {
  return Object.entries(lock).flatMap(([name, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((required) => !lock[`node_modules/${required}`] && !lock[`${name}/node_modules/${required}`])
      .map((required) => `${required}, required by ${name || 'the project'}`),
  )
}

/**
 * Packages that a server would have and not need, or need and not have. Vite builds the web app, so all its packages are for development. The
 * image (deploy/Dockerfile) has the packages in the folder `node_modules` of the root only.
 * @param {Packages} lock
 */
export const misplacedPackages = (lock) => [
  ...Object.keys(lock['apps/web']?.dependencies ?? {}).map((name) => `${name} of apps/web belongs to its devDependencies`),
  ...Object.entries(lock)
    .filter(([name, { dev }]) => /^(apps|packages)\/[^/]+\/node_modules\//.test(name) && !dev)
    .map(([name]) => `${name} is outside node_modules of the root: make package-lock.json again`),
]
