/** The Helm chart: its manifests fit the types of Kubernetes, and the portal accepts their settings. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfiguration } from '../../apps/api/src/platform/config/configuration.ts'
import {
  CHART,
  defaultValues,
  knownSettings,
  type Manifest,
  ownerSettings,
  read,
  renderChart,
  root,
  secretSettings,
} from './deploy.fixture.ts'

const manifests = renderChart()
const get = (kind: string) => manifests.get(kind) as Manifest

const digest = `sha256:${'0'.repeat(64)}`
/** Without ingress, network policy and certificates, and with a digest. */
const smaller = renderChart({
  ...defaultValues(),
  ...{ certificates: '', ingress: { enabled: false }, networkPolicy: { enabled: false } },
  image: { ...defaultValues().image, digest, pullSecrets: [{ name: 'registry' }] },
})

const pods = ['Deployment', 'Job'].map((kind) => [kind, get(kind).spec.template.spec] as const)

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
function typeFaults(files: Record<string, Map<string, object>>): string[] {
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

describe('the manifests', () => {
  test('are of the kinds that a portal needs', () => {
    expect([...manifests.keys()].sort()).toEqual(Object.keys(TYPES).sort())
  })

  test('fit the types of Kubernetes, which refuse an unknown key, a wrong type or a missing field', () => {
    const { spec, ...rest } = get('Service')
    const wrong = { ...rest, spec: { ...spec, ports: [{ name: 'http', targetPort: 'http' }], selectors: {} } }
    const faults = typeFaults({ 'all.ts': manifests, 'smaller.ts': smaller, 'wrong.ts': new Map([['Service', wrong]]) })
    expect(faults.filter((fault) => !fault.includes('wrong.ts'))).toEqual([])
    expect(faults.join('\n')).toMatch(/selectors|'port' is missing/)
  })

  test('can be without ingress, network policy and certificates, and with a digest', () => {
    expect([...smaller.keys()].sort()).toEqual(['Deployment', 'Job', 'PodDisruptionBudget', 'Service'])
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
})

describe('the pods', () => {
  test.each(pods)('of %s are not root, cannot write into the image and have no rights', (_, pod) => {
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

  test.each(pods)('of %s have settings that the portal knows and accepts, and no secret', (kind, pod) => {
    const env: { name: string; value: string }[] = pod.containers[0].env
    expect(env.filter(({ name }) => !knownSettings.includes(name))).toEqual([])
    expect(env.map(({ name }) => name).filter((name) => name in secretSettings || name in ownerSettings)).toEqual([])
    const settings = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const owner = kind === 'Job' ? ownerSettings : {}
    const read = readConfiguration({ NODE_ENV: 'production', ...settings, ...secretSettings, ...owner })
    expect(read).toMatchObject({ mode: 'production', payments: 'authorizenet', carrier: { account: '123456789' } })
  })

  test('of the nodes do not get the owner of the database; the migration does', () => {
    const secretsOf = (kind: string) =>
      get(kind).spec.template.spec.containers[0].envFrom.map((from: { secretRef: { name: string } }) => from.secretRef.name)
    expect(secretsOf('Deployment')).toEqual(['vialdesk-environment'])
    expect(secretsOf('Job')).toEqual(['vialdesk-environment', 'vialdesk-owner'])
  })

  test('get the time that a stop takes', () => {
    const { terminationGracePeriodSeconds, containers } = get('Deployment').spec.template.spec
    const [, waits] = containers[0].lifecycle.preStop.exec.command
    // The longest stop of docs/operate/install.md.
    expect(terminationGracePeriodSeconds - Number(waits)).toBeGreaterThan(17)
  })

  test.each(pods)('of %s mount every volume', (_, pod) => {
    const names = (list: { name: string }[]) => list.map(({ name }) => name).sort()
    expect(names(pod.containers[0].volumeMounts)).toEqual(names(pod.volumes))
  })
})

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

  test('say what is missing', () => {
    const values = defaultValues()
    expect(() => renderChart({ ...values, ingress: { ...values.ingress, tlsSecret: '' } })).toThrow(
      'ingress.tlsSecret is missing',
    )
  })
})

const hasHelm = spawnSync('helm', ['version']).status === 0

test.runIf(hasHelm)('helm renders the same manifests', () => {
  const text = execFileSync('helm', ['template', 'portal', CHART], { cwd: root, encoding: 'utf8' })
  const rendered = parseAllDocuments(text).map((document) => document.toJS() as Manifest)
  expect(Object.fromEntries(rendered.map((each) => [each.kind, each]))).toEqual(Object.fromEntries(manifests))
})
