/** Checks the packages that the portal runs with: their licences, and their known vulnerabilities. */
import { spawnSync } from 'node:child_process'

interface Bom {
  components?: { name: string; version: string; licenses?: { license?: { id?: string; name?: string }; expression?: string }[] }[]
}
interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

/** Permissive licences, and the one of the fonts. */
const ALLOWED = ['Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1', 'Unlicense', 'Zlib']
/** A library that sharp loads at run time, unchanged. Its licence asks for nothing more than to name it. */
const LOADED = { name: /^@img\/sharp-/, license: 'LGPL-3.0-or-later' }
const SEVERE = ['high', 'critical']

const licensesOf = (given: NonNullable<Bom['components']>[number]['licenses'] = []) =>
  given
    .flatMap(({ license, expression }) => (license?.id ?? license?.name ?? expression ?? '').replace(/[()]/g, '').split(' AND '))
    .filter((each) => each !== '')

/** Packages of a CycloneDX bill of materials without a licence that the project accepts. */
export function licenseFaults({ components = [] }: Bom): string[] {
  if (components.length === 0) return ['the bill of materials is empty']
  return components.flatMap(({ name, version, licenses }) => {
    const found = licensesOf(licenses)
    const isAllowed = (license: string) => ALLOWED.includes(license) || (license === LOADED.license && LOADED.name.test(name))
    return found.length > 0 && found.every(isAllowed) ? [] : [`${name} ${version} has the licence ${found.join(', ') || 'none'}`]
  })
}

/** Packages with a severe known vulnerability. Undefined if the registry did not answer. */
export function vulnerabilityFaults({ vulnerabilities }: AuditReport): string[] | undefined {
  if (!vulnerabilities) return undefined
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => SEVERE.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range} has a ${severity} vulnerability: see npm audit`)
}

/** The JSON that an npm command prints, also when it exits with a fault. Empty if it prints none. */
function npmJson(root: string, ...args: string[]): object {
  const program = process.env.npm_execpath
  const { stdout } = spawnSync(program ? process.execPath : 'npm', [...(program ? [program] : []), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

const served = ['--package-lock-only', '--omit=dev']

export const findLicenseFaults = (root: string) => licenseFaults(npmJson(root, 'sbom', '--sbom-format=cyclonedx', ...served))

/** Without an answer of the registry nothing is known, so the check says so and passes. */
export function findVulnerabilities(root: string): string[] {
  const faults = vulnerabilityFaults(npmJson(root, 'audit', '--json', ...served))
  if (!faults) console.log('  not checked: the registry did not answer npm audit')
  return faults ?? []
}
