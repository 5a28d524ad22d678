/** The Helm chart. Its manifests are tested where `helm` is installed: they fit the types of Kubernetes, and the portal accepts their settings. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { readConfiguration } from '../../apps/api/src/platform/config/configuration.ts'
import { knownSettings, ownerSettings, read, root, secretSettings } from './deploy.fixture.ts'

const CHART = 'deploy/helm/vialdesk'

interface Manifest {
  kind: string
  metadata: { labels: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, which the types of Kubernetes check
  spec: any
}
type Manifests = Map<string, Manifest>

// biome-ignore lint/suspicious/noExplicitAny: the schema of the values checks them
const defaultValues = () => parse(read(`${CHART}/values.yaml`)) as Record<string, any>

/** The manifests that `helm template` writes, by kind. Throws what Helm says. */
function renderChart(values: object): Manifests {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-chart-'))
  const file = path.join(folder, 'values.yaml')
  writeFileSync(file, stringify(values))
  const { status, stdout, stderr } = spawnSync('helm', ['template', 'portal', CHART, '--values', file], {
    cwd: root,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error(stderr)
  const manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
  return new Map(manifests.map((each) => [each.kind, each]))
}

describe('the values', () => {
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(read(`${CHART}/values.schema.json`)))

  test('fit their schema', () => {
    expect([validate(defaultValues()), validate.errors]).toEqual([true, null])
  })

  test.each([
    ['a secret among the settings', { settings: { ...defaultValues().settings, SECRET_KEY: 'k'.repeat(40) } }],
    ['a misspelt key', { replica: 3 }],
    ['a digest that is none', { image: { repository: 'vialdesk', digest: 'latest' } }],
    ['no database', { settings: { PUBLIC_URL: 'https://portal.example.com' } }],
  ])('are refused with %s', (_, change) => {
    expect(validate({ ...defaultValues(), ...change })).toBe(false)
  })

  test.each([
    ['nodes', {}],
    ['migration', ownerSettings],
  ])('have settings that the portal knows and accepts, for the %s', (_, owner) => {
    const { settings } = defaultValues()
    expect(Object.keys(settings).filter((name) => !knownSettings.includes(name))).toEqual([])
    const configuration = readConfiguration({ NODE_ENV: 'production', ...settings, ...secretSettings, ...owner })
    expect(configuration).toMatchObject({ mode: 'production', payments: 'authorizenet', carrier: { account: '123456789' } })
  })
})

test('the templates name only values and definitions that exist, and close their blocks', () => {
  const texts = globSync(`${CHART}/templates/*`, { cwd: root }).map(read)
  const all = texts.join('\n')
  const named = (pattern: RegExp) => [...new Set([...all.matchAll(pattern)].map(([, name = '']) => name))]
  const findValue = (name: string) => name.split('.').reduce((at, key) => at?.[key], defaultValues())
  expect(named(/\.Values\.([\w.]+)/g).filter((name) => findValue(name) === undefined)).toEqual([])
  expect(named(/include "([^"]+)"/g).sort()).toEqual(named(/define "([^"]+)"/g).sort())
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  for (const text of texts) expect(count(text, /\{\{-? end\b/g)).toBe(count(text, /\{\{-? (?:define|if|range|with)\b/g))
})

/** The folder of each kind in the package kubernetes-types, which is made from the published OpenAPI of Kubernetes. */
const TYPES: Record<string, string> = {
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  Service: 'core/v1',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
}

/** The faults that the compiler finds in manifests as values of their types. Unknown keys and missing ones are errors. */
function typeFaults(files: Record<string, Manifests>): string[] {
  const folder = path.join(root, 'node_modules/.cache/chart')
  mkdirSync(folder, { recursive: true })
  for (const [file, each] of Object.entries(files)) {
    const lines = [...each].map(
      ([kind, manifest]) =>
        `import type { ${kind} } from 'kubernetes-types/${TYPES[kind]}'\nexport const ${kind}_: ${kind} = ${JSON.stringify(manifest)}`,
    )
    writeFileSync(path.join(folder, file), lines.join('\n'))
  }
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--ignoreConfig']
  const paths = Object.keys(files).map((file) => path.join(folder, file))
  const tsc = path.join(root, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, [...options, ...paths], { cwd: root, encoding: 'utf8' })
  // The further lines of a fault are indented.
  return stdout.split(/\n(?=\S)/).filter((fault) => fault !== '')
}

const hasHelm = spawnSync('helm', ['version']).status === 0

describe.runIf(hasHelm)('the manifests', () => {
  const digest = `sha256:${'0'.repeat(64)}`
  let manifests: Manifests
  /** Without ingress, network policy and certificates, and with a digest. */
  let smaller: Manifests
  beforeAll(() => {
    const values = defaultValues()
    manifests = renderChart(values)
    smaller = renderChart({
      ...values,
      ...{ certificates: '', ingress: { enabled: false }, networkPolicy: { enabled: false } },
      image: { ...values.image, digest, pullSecrets: [{ name: 'registry' }] },
    })
  })
  const get = (kind: string) => manifests.get(kind) as Manifest
  const podOf = (kind: string) => get(kind).spec.template.spec
  const pods = ['Deployment', 'Job']

  test('are of the kinds that a portal needs', () => {
    expect([...manifests.keys()].sort()).toEqual(Object.keys(TYPES).sort())
    expect([...smaller.keys()].sort()).toEqual(['Deployment', 'Job', 'PodDisruptionBudget', 'Service'])
  })

  test('fit the types of Kubernetes, which refuse an unknown key, a wrong type or a missing field', () => {
    const { spec, ...rest } = get('Service')
    const wrong = { ...rest, spec: { ...spec, ports: [{ name: 'http', targetPort: 'http' }], selectors: {} } }
    const faults = typeFaults({ 'all.ts': manifests, 'smaller.ts': smaller, 'wrong.ts': new Map([['Service', wrong]]) })
    expect(faults.filter((fault) => !fault.includes('wrong.ts'))).toEqual([])
    expect(faults.join('\n')).toMatch(/selectors|'port' is missing/)
  })

  test('can be without certificates, and with a digest', () => {
    const pod = smaller.get('Deployment')?.spec.template.spec
    expect(pod.containers[0].image).toBe(`registry.example.com/vialdesk@${digest}`)
    expect(pod.imagePullSecrets).toEqual([{ name: 'registry' }])
    expect(pod.volumes.map(({ name }: { name: string }) => name)).toEqual(['temporary', 'data'])
  })

  test('select each other', () => {
    const labels = get('Deployment').spec.template.metadata.labels
    for (const selector of [
      get('Deployment').spec.selector.matchLabels,
      get('Service').spec.selector,
      get('PodDisruptionBudget').spec.selector.matchLabels,
      get('NetworkPolicy').spec.podSelector.matchLabels,
    ]) {
      expect(labels).toMatchObject(selector)
      expect(get('Job').spec.template.metadata.labels).not.toMatchObject(selector)
    }
  })

  test.each(pods)('of %s are not root, cannot write into the image and have no rights', (kind) => {
    const pod = podOf(kind)
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10001,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(pod.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test.each(pods)('of %s have the settings of the values, and mount every volume', (kind) => {
    const { containers, volumes } = podOf(kind)
    const env: { name: string; value: string }[] = containers[0].env
    expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toEqual(defaultValues().settings)
    const names = (list: { name: string }[]) => list.map(({ name }) => name).sort()
    expect(names(containers[0].volumeMounts)).toEqual(names(volumes))
  })

  test('of the nodes do not get the owner of the database; the migration does', () => {
    const secretsOf = (kind: string) =>
      podOf(kind).containers[0].envFrom.map((from: { secretRef: { name: string } }) => from.secretRef.name)
    expect(secretsOf('Deployment')).toEqual(['vialdesk-environment'])
    expect(secretsOf('Job')).toEqual(['vialdesk-environment', 'vialdesk-owner'])
  })

  test('give a pod the time that a stop takes', () => {
    const { terminationGracePeriodSeconds, containers } = podOf('Deployment')
    const [, waits] = containers[0].lifecycle.preStop.exec.command
    // The longest stop of docs/operate/install.md.
    expect(terminationGracePeriodSeconds - Number(waits)).toBeGreaterThan(17)
  })

  test('are not written while a value is missing', () => {
    const values = defaultValues()
    expect(() => renderChart({ ...values, ingress: { ...values.ingress, tlsSecret: '' } })).toThrow(
      'ingress.tlsSecret is missing',
    )
  })
})
