/** The Chromium of the journeys: an installed one, or Debian's where root can install it. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

/** Chromium without a window: the same engine at half the cost. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const BROWSER_NAMES = [
  HEADLESS_SHELL,
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const OTHER_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const pathsOf = (names: string[]) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => path.join(folder, name)))

/** The path of an installed browser; CHROMIUM_PATH comes first. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  return [...(given ? [given] : []), ...pathsOf(BROWSER_NAMES), ...OTHER_PATHS, chromium.executablePath()].find(isExecutable)
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0
const install = (name: string) => apt('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-dejavu-core')

/**
 * Finds a browser, or installs Debian's with a font if we are root: the shell first, which some releases lack. Throws with one
 * sentence when there is none.
 */
export function ensureBrowser(): string {
  const isChosen = process.env.CHROMIUM_PATH !== undefined || pathsOf([HEADLESS_SHELL]).some(isExecutable)
  if (!isChosen && mayInstall()) {
    apt('update', '-qq')
    if (!install(HEADLESS_SHELL) && !findBrowser()) install('chromium')
  }
  const browser = findBrowser()
  if (!browser) throw new Error('The journeys need Chromium or Chrome: install one, or name it by CHROMIUM_PATH.')
  return browser
}
