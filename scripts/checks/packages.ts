/** Checks the packages that leave with the portal: their licences, and their known vulnerabilities. */
import { npmJson, readBom, readLock, shippedPackages } from '../shipped-packages.mjs'

interface Bom {
  components?: { name: string; version: string; licenses?: { license?: { id?: string; name?: string }; expression?: string }[] }[]
}
interface AuditReport {
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

/** Permissive licences, and the one of the fonts. */
const ALLOWED = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    'MIT',
    'MIT-0',
    'PSF-2.0',
    'Unlicense',
    'Zlib',
  ],
  'OFL-1.1',
]
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
    const isAllowed = (license: string) =>
      license.split(' OR ').some((each) => ALLOWED.includes(each)) || (license === LOADED.license && LOADED.name.test(name))
    return found.length > 0 && found.every(isAllowed) ? [] : [`${name} ${version} has the licence ${found.join(', ') || 'none'}`]
  })
}

/** Those of the named packages that have a severe known vulnerability. Undefined if the registry did not answer. */
export function vulnerabilityFaults({ vulnerabilities }: AuditReport, names: Set<string>): string[] | undefined {
  if (!vulnerabilities) return undefined
  return Object.entries(vulnerabilities)
    .filter(([name, { severity }]) => SEVERE.includes(severity) && names.has(name))
    .map(([name, { severity, range }]) => `${name} ${range} has a ${severity} vulnerability: see npm audit`)
}

export const findLicenseFaults = (root: string) => licenseFaults(readBom(root))

/** Without an answer of the registry nothing is known, so the check says so and passes. */
export function findVulnerabilities(root: string): string[] {
  const names = new Set([...shippedPackages(readLock(root))].map((each) => each.slice(0, each.lastIndexOf('@'))))
  const faults = vulnerabilityFaults(npmJson(root, 'audit', '--json', '--package-lock-only'), names)
  if (!faults) console.log('  not checked: the registry did not answer npm audit')
  return faults ?? []
}
