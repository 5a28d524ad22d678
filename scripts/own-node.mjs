/** The Node that runs the project is `node_modules/.bin/node`: the one from npm, or the one that VIALDESK_NODE names. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** The oldest Node that runs the project: it strips types. */
const OLDEST = 24

/**
 * Says why a program cannot run the project, as the rest of a sentence. Undefined if it can.
 * @param {string} program
 */
export function nodeFault(program) {
  if (!path.isAbsolute(program)) return 'is not an absolute path'
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  const [, version, major] = /^v((\d+)\.\d+\.\d+\S*)\s*$/.exec(stdout ?? '') ?? []
  if (version === undefined) return 'is not a Node program'
  return Number(major) < OLDEST ? `is Node ${version}, but the portal needs Node ${OLDEST} or newer` : undefined
}

/** @param {string} file */
function linkTarget(file) {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}

/**
 * Makes the link `node_modules/.bin/node` to `chosen`, or without one to the Node from npm for this machine. npm makes a link, too, but npm 9
 * (Debian 13) removes it together with the Node of other platforms, which has a program of the same name.
 * @param {string} root @param {{ platform: string, arch: string }} machine @param {string} [chosen]
 */
export function linkNode(root, { platform, arch }, chosen) {
  const folder = path.join(root, 'node_modules/.bin')
  const link = path.join(folder, 'node')
  const own = path.join('..', `node-${platform}-${arch}/bin/node`)
  const target = chosen ?? (existsSync(path.join(folder, own)) ? own : undefined)
  if (linkTarget(link) === target) return
  rmSync(link, { force: true })
  if (target === undefined) return
  mkdirSync(folder, { recursive: true })
  symlinkSync(target, link)
}

/**
 * Removes the C headers of the Node from npm, 67 MB. Only native packages that are compiled need them, and the portal has none.
 * @param {string} root @param {{ platform: string, arch: string }} machine
 */
export const removeHeaders = (root, { platform, arch }) =>
  rmSync(path.join(root, `node_modules/node-${platform}-${arch}/include`), { recursive: true, force: true })
