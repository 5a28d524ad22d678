/** Whether node_modules holds what the lock file says, and whether the lock file can be installed on every machine. */

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], optionalDependencies?: Record<string, string> }} Entry */
/** @typedef {Record<string, Entry>} Packages */

const suits = (/** @type {string[] | undefined} */ wanted, /** @type {string} */ here) =>
  wanted === undefined || wanted.includes(here)

/**
 * What is missing or of another version. Optional packages count only when the project itself names them for this
 * machine: npm leaves the others out as it sees fit.
 * @param {Packages} lock @param {Packages} installed @param {{ platform: string, arch: string }} machine
 */
export function staleNames(lock, installed, { platform, arch }) {
  const named = new Set(Object.keys(lock['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`))
  return Object.entries(lock)
    .filter(([name]) => name.includes('node_modules/'))
    .filter(([name, { optional, os, cpu }]) => !optional || (named.has(name) && suits(os, platform) && suits(cpu, arch)))
    .filter(([name, { version, link }]) => !installed[name] || (!link && installed[name].version !== version))
    .map(([name]) => name)
}

/**
 * Platform packages that the lock file mentions but does not hold: `npm ci` would refuse it on another machine.
 * @param {Packages} lock
 */
export function lostPlatforms(lock) {
  return Object.entries(lock).flatMap(([name, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((wanted) => !lock[`node_modules/${wanted}`] && !lock[`${name}/node_modules/${wanted}`])
      .map((wanted) => `${wanted}, wanted by ${name || 'the project'}`),
  )
}
