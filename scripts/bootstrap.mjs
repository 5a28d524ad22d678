/**
 * Prepares a checkout: installs missing packages and, with --web, builds the web app if its sources changed. --serve asks only
 * for the packages that the portal runs with. With --web --serve and NODE_ENV=production, no others remain. VIALDESK_NODE chooses the Node.
 * Plain JavaScript, because the system's Node (20 or newer) runs this before the project's own Node is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasDevelopmentPackages, stalePackages } from './installed-packages.mjs'
import { linkNode, nodeFault, removeHeaders } from './own-node.mjs'
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

/** The Node that the operator chose instead of the one from npm: a security fix of Node then needs no release of the portal. */
const chosenNode = process.env.VIALDESK_NODE || undefined

/** npm warns of packages that do not fit the Node that runs npm. So it is the Node that will run the packages, as soon as there is one. */
const nodeOfNpm = () => chosenNode ?? [at('node_modules/.bin/node')].find(existsSync) ?? process.execPath

/** Returns why npm failed; undefined after success. */
function npm(/** @type {string[]} */ ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/i.test(name)))
  const program = process.env.npm_execpath
  const all = [...(program ? [program] : []), ...args, '--include=optional', '--no-audit', '--no-fund', '--no-update-notifier']
  const { status, error } = spawnSync(program ? nodeOfNpm() : 'npm', all, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, PATH: `${path.dirname(nodeOfNpm())}:${env.PATH}` },
  })
  return status === 0
    ? undefined
    : `${error?.message ?? 'see the npm output above'}. Check the network and the folder's permissions`
}

function install(/** @type {boolean} */ withDev) {
  const stale = stalePackages(readPackages(at('package-lock.json')), installedPackages(), process, withDev)
  if (stale.length === 0) return
  log(`installing packages (${stale.length} missing or changed); this takes a minute`)
  if (nodeFault(nodeOfNpm()))
    log('npm warns (EBADENGINE) of packages that need a newer Node than npm has: they run with Node 24, which is one of them')
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

/** The Node that runs the project: the chosen one, else the one from npm, if npm has it for this platform, else the system's. */
function findNode() {
  linkNode(root, process, chosenNode)
  const linked = at('node_modules/.bin/node')
  if (existsSync(linked)) return linked
  const fault = nodeFault(process.execPath)
  if (fault)
    exitWith(
      `npm has no Node for ${process.platform} on ${process.arch}, and ${process.execPath} ${fault}. Install Node 24, or set VIALDESK_NODE.`,
    )
  return process.execPath
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
const chosenFault = chosenNode && nodeFault(chosenNode)
if (chosenFault) exitWith(`VIALDESK_NODE=${chosenNode} ${chosenFault}.`)
const asked = (/** @type {string} */ option) => process.argv.includes(option)
withLock(at('.bootstrap.lock'), () => {
  const needsBuild = asked('--web') && !isWebBuilt()
  install(needsBuild || !asked('--serve'))
  const node = findNode()
  if (needsBuild) buildWeb(node)
  if (asked('--web') && asked('--serve') && process.env.NODE_ENV === 'production') {
    removeDevelopmentPackages()
    removeHeaders(root, process)
    // npm may have made its own link again.
    linkNode(root, process, chosenNode)
  }
})
