/** Unbound with the names that the tests of look-ups ask for. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Zone } from '../../apps/api/src/adapters/dns/dns-server.fixture.ts'
import { systemDns } from '../../apps/api/src/adapters/dns/system.ts'
import { FAILING, REFUSED, SILENT, zones } from '../../apps/api/src/adapters/dns/test-names.fixture.ts'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { findProgram, runProgram } from '../harness/programs.ts'
import type { Resources } from '../harness/resources.ts'
import { waitForStart } from './start.ts'

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

const absolute = (name: string) => (name.endsWith('.') ? name : `${name}.`)

function recordsOf({ TXT = [], MX = [], CNAME, A = [] }: Zone): string[] {
  return [
    ...TXT.map((texts) => `TXT ${[texts].flat().map(quoted).join(' ')}`),
    ...MX.map((host, n) => `MX ${10 * (n + 1)} ${absolute(host)}`),
    ...(CNAME === undefined ? [] : [`CNAME ${absolute(CNAME)}`]),
    ...A.map((address) => `A ${address}`),
  ]
}

const zoneFile = [
  'example. 0 IN SOA ns.example. admin.example. 1 3600 600 86400 0',
  'example. 0 IN NS ns.example.',
  ...Object.entries(zones).flatMap(([name, zone]) => recordsOf(zone).map((record) => `${absolute(name)} 0 IN ${record}`)),
  '',
].join('\n')

/**
 * Unbound asks no name server of this machine, so a zone that is forwarded there fails at once. The root is static: no name is looked up on
 * another machine.
 */
const configurationOf = (folder: string, port: number) => `
server:
  interface: 127.0.0.1
  port: ${port}
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  module-config: "iterator"
  local-zone: "." static
  local-zone: "example." transparent
  local-zone: "${SILENT}." deny
  local-zone: "${REFUSED}." refuse
  local-zone: "${FAILING}." transparent
auth-zone:
  name: "example."
  zonefile: "example.zone"
  fallback-enabled: no
forward-zone:
  name: "${FAILING}."
  forward-addr: 127.0.0.1
remote-control:
  control-enable: no
`

/** Returns the settings of the tests. */
export async function startUnbound(resources: Resources): Promise<Record<string, string>> {
  const folder = resources.makeFolder()
  const port = await findLastingPort()
  const file = path.join(folder, 'unbound.conf')
  writeFileSync(path.join(folder, 'example.zone'), zoneFile)
  writeFileSync(file, configurationOf(folder, port))
  const unbound = runProgram(resources, `${findProgram('unbound')}`, ['-d', '-p', '-c', file])
  const dns = systemDns({ server: '127.0.0.1', port, timeoutMs: 500 })
  const answers = async () => (await dns.txt('parts.example').catch(() => [])).length > 0
  await waitForStart('Unbound', unbound, answers)
  return { PROVIDERS_DNS_PORT: `${port}` }
}
