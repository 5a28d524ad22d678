/** Programs that tests call: poppler's to check and read PDFs, openssl to make certificates and timestamps, and PgBouncer. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PACKAGES: Record<string, string> = {
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
}

const isInstalled = (program: string) =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some((folder) => folder !== '' && existsSync(`${folder}/${program}`))
const missing = () => [
  ...new Set(
    Object.keys(PACKAGES)
      .filter((program) => !isInstalled(program))
      .map((program) => PACKAGES[program] ?? ''),
  ),
]

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/** Installs Debian's programs if we are root. Returns a sentence if some are missing after all. */
export function ensureTools(): string | undefined {
  if (missing().length > 0 && mayInstall()) {
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...missing())
  }
  const packages = missing()
  return packages.length === 0 ? undefined : `The tests need ${packages.join(' and ')}: install it.`
}
