/** The Node that runs the project comes from npm. */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes the link `node_modules/.bin/node` if it is missing. npm 9 (Debian 13) removes it together with the Node of other platforms, which
 * has a program of the same name.
 * @param {string} root @param {{ platform: string, arch: string }} machine
 */
export function linkOwnNode(root, { platform, arch }) {
  const program = `node-${platform}-${arch}/bin/node`
  const folder = path.join(root, 'node_modules/.bin')
  const link = path.join(folder, 'node')
  if (existsSync(link) || !existsSync(path.join(root, 'node_modules', program))) return
  mkdirSync(folder, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(path.join('..', program), link)
}
