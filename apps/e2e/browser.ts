/** The Chromium that journeys use: one that is installed, or Debian's when we may install it. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
]

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of an installed browser, the one of CHROMIUM_PATH first; undefined when there is none. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const places = [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...ELSEWHERE]
  const given = process.env.CHROMIUM_PATH
  return [...(given ? [given] : []), ...places, chromium.executablePath()].find(canRun)
}

const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Finds a browser, or installs Debian's with a font where we are root. Throws with one sentence when there is none. */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  }
  const installed = findBrowser()
  if (!installed) throw new Error('The journeys need Chromium or Chrome: install one, or name it by CHROMIUM_PATH.')
  return installed
}
