/**
 * Prepares a checkout: installs missing packages and, with --web, builds the web app if its sources changed. --serve asks only
 * for the packages that the portal runs with. With --web --serve and NODE_ENV=production, no others remain.
 * Plain JavaScript, because the system's Node (20 or newer) runs this before the project's own Node is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasDevelopmentPackages, stalePackages } from './installed-packages.mjs'
import { linkOwnNode } from './own-node.mjs'
import { withLock } from './process-lock.mjs'
import { BUILT, digestSources } from './web-sources.mjs'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const at = (/** @type {string[]} */ ...parts) => path.join(root, ...parts)
const log = (/** @type {string} */ line) => console.log(`vialdesk: ${line}`)

function exitWith(/** @type {string} */ message) {
  console.error(`vialdesk: ${message}`)
  process.exit(1)
}

function readPackages(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

// npm writes this file last, so it is missing after an interrupted installation.
const installedPackages = () => readPackages(at('node_modules/.package-lock.json'))

/** Returns why npm failed; undefined after success. */
function npm(/** @type {string[]} */ ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/i.test(name)))
  const program = process.env.npm_execpath
  const all = [...(program ? [program] : []), ...args, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(program ? process.execPath : 'npm', all, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  return status === 0
    ? undefined
    : `${error?.message ?? 'see the npm output above'}. Check the network and the folder's permissions`
}

function install(/** @type {boolean} */ withDev) {
  const stale = stalePackages(readPackages(at('package-lock.json')), installedPackages(), process, withDev)
  if (stale.length === 0) return
  log(`installing packages (${stale.length} missing or changed); this takes a minute`)
  const failure = npm('ci', withDev ? '--include=dev' : '--omit=dev')
  if (failure) exitWith(`the packages could not be installed (${failure}).`)
}

function removeDevelopmentPackages() {
  if (!hasDevelopmentPackages(installedPackages())) return
  log('removing the packages that only development needs')
  // An older npm would write the lock file in its own way: then git reports a change, and each start builds the pages again.
  const failure = npm('prune', '--omit=dev', '--no-save')
  // The portal has all that it needs, so it may start.
  if (failure) log(`they could not be removed (${failure}).`)
}

/** The Node that runs the project: the one from npm, if npm has it for this platform, else the system's. */
function findNode() {
  const own = at('node_modules/.bin/node')
  const node = existsSync(own) ? own : process.execPath
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
  if (major < 24)
    exitWith(
      `npm has no Node 24 for ${process.platform} on ${process.arch}, and the installed Node is ${stdout?.trim()}. Install Node 24.`,
    )
  return node
}

const stamp = at(BUILT)

const isWebBuilt = () =>
  existsSync(stamp) && existsSync(at('apps/web/dist/index.html')) && readFileSync(stamp, 'utf8') === digestSources(root)

function buildWeb(/** @type {string} */ node) {
  log('building the web app')
  const args = ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn']
  const { status } = spawnSync(node, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) exitWith('the web app could not be built. See the output above.')
  writeFileSync(stamp, digestSources(root))
}

if (Number(process.versions.node.split('.')[0]) < 20)
  exitWith(`Node ${process.versions.node} is too old. Install Node 20 or newer.`)
const asked = (/** @type {string} */ option) => process.argv.includes(option)
withLock(at('.bootstrap.lock'), () => {
  const needsBuild = asked('--web') && !isWebBuilt()
  install(needsBuild || !asked('--serve'))
  linkOwnNode(root, process)
  const node = findNode()
  if (needsBuild) buildWeb(node)
  if (asked('--web') && asked('--serve') && process.env.NODE_ENV === 'production') removeDevelopmentPackages()
  linkOwnNode(root, process)
})
