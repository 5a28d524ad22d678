/**
 * Makes a checkout ready, whatever state it is in: installs what is missing and, with --web, builds the pages when their
 * sources changed. Plain JavaScript: it is run by the machine's own Node (20 or newer), before the project's is there.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { staleNames } from './installed.mjs'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
const at = (/** @type {string[]} */ ...parts) => path.join(root, ...parts)
const say = (/** @type {string} */ line) => console.log(`vialdesk: ${line}`)

function give(/** @type {string} */ sentence) {
  console.error(`vialdesk: ${sentence}`)
  process.exit(1)
}

function readPackages(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

function install() {
  const lock = readPackages(at('package-lock.json'))
  // npm writes this list last, so that an interrupted installation has none.
  const stale = staleNames(lock, readPackages(at('node_modules/.package-lock.json')), process)
  if (stale.length === 0) return
  say(`installing packages (${stale.length} missing or changed); this takes a minute`)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/i.test(name)))
  const npm = process.env.npm_execpath
  const command = npm ? process.execPath : 'npm'
  const args = [...(npm ? [npm] : []), 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0)
    give(
      `the packages could not be installed (${error?.message ?? 'npm says why above'}); the network or the folder may be closed.`,
    )
}

/** The Node that runs the project: its own, where npm has one for this machine. */
function findNode() {
  const own = at('node_modules/.bin/node')
  const node = existsSync(own) ? own : process.execPath
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
  if (major < 24)
    give(
      `npm has no Node 24 for ${process.platform} on ${process.arch}, and the installed one is ${stdout?.trim()}: install Node 24.`,
    )
  return node
}

/** A digest of everything that the built pages depend on. */
function digestSources() {
  const hash = createHash('sha256')
  const add = (/** @type {string} */ name) =>
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(at(name)))
      .update('\0')
  const walk = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(at(folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (['node_modules', 'dist', '.vite', '.tanstack'].includes(entry.name)) continue
      if (entry.isDirectory()) walk(`${folder}/${entry.name}`)
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) add(`${folder}/${entry.name}`)
    }
  }
  walk('apps/web')
  walk('packages/contract')
  add('package-lock.json')
  return hash.digest('hex')
}

function buildWeb(/** @type {string} */ node) {
  const stamp = at('node_modules/.cache/web-sources')
  const built = existsSync(stamp) && existsSync(at('apps/web/dist/index.html')) ? readFileSync(stamp, 'utf8') : ''
  if (built === digestSources()) return
  say('building the pages')
  const args = ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn']
  const { status } = spawnSync(node, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) give('the pages could not be built; the lines above say why.')
  mkdirSync(path.dirname(stamp), { recursive: true })
  // Taken after the build, which itself writes one source: the table of routes.
  writeFileSync(stamp, digestSources())
}

if (Number(process.versions.node.split('.')[0]) < 20) give(`Node ${process.versions.node} is too old: install Node 20 or newer.`)
install()
const node = findNode()
if (process.argv.includes('--web')) buildWeb(node)
