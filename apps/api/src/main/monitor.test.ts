/** The dashboard and the alert rules of docs/operate/monitor use metrics that the portal has, with labels that they have. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMetrics } from '#api/platform/logging/metrics.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { measureInstallation } from './listen-for-metrics.ts'

const folder = new URL('../../../../docs/operate/monitor/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const rules = read('alerts.yaml')
const tests = read('alerts.test.yaml')
const page = read('../monitor.md')

/** The expressions of the rules: on the line of `expr`, or indented below it. */
const ruleExpressions = [...rules.matchAll(/^( +)expr: (?:\|\n((?:\1 +.*\n)+)|(.+)\n)/gm)].map(
  ([, , block, line]) => block ?? line ?? '',
)
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

interface Panel {
  title: string
  type: string
  targets?: { expr: string }[]
}
const panels = (JSON.parse(read('dashboard.json')) as { panels: Panel[] }).panels
const expressions = [...ruleExpressions, ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))]

/** Added by Prometheus. */
const OWN_METRICS = ['up']
const OWN_LABELS = ['job', 'instance']
const WORDS = ['by', 'without', 'on', 'and', 'or', 'unless', 'ignoring']

/** The names of metrics in an expression, each with the labels of its selector. */
function metricsIn(expression: string): { name: string; labels: string[] }[] {
  const bare = expression.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/\b(by|without|on) *\([^)]*\)/g, '')
  const selectors = bare.replaceAll(/"[^"]*"/g, '""').matchAll(/\b([a-z_][a-z0-9_]*)\b *(?:\{([^}]*)\}|(\())?/g)
  return [...selectors].flatMap(([, name = '', selector, call]) => {
    const isLabel = selector === undefined && new RegExp(`\\{[^}]*\\b${name}\\b *(=|!)`).test(bare)
    if (call !== undefined || isLabel || WORDS.includes(name)) return []
    return [{ name, labels: [...(selector ?? '').matchAll(/(\w+) *(?:=~|!~|!=|=)/g)].map(([, label = '']) => label) }]
  })
}

const groupedBy = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:by|without|on) *\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  )

let portal: TestPortal
/** The labels of each metric that the portal has, whether it has values now or not. */
const labelsOf = new Map<string, string[]>()
beforeAll(async () => {
  portal = await startTestPortal()
  const metrics = createMetrics()
  metrics.measureRequests(Fastify())
  const configuration = { dataDir: '/tmp', filesUrl: '/tmp' } as Parameters<typeof measureInstallation>[0]['configuration']
  measureInstallation({ ...portal, auditPool: portal.pool, configuration, metrics })
  for (const { name, type } of await metrics.registry.getMetricsAsJSON()) {
    const { labelNames = [] } = metrics.registry.getSingleMetric(name) as unknown as { labelNames?: string[] }
    const isHistogram = String(type) === 'histogram'
    for (const suffix of isHistogram ? ['_count', '_sum', '_bucket'] : [''])
      labelsOf.set(`${name}${suffix}`, [...labelNames, ...(suffix === '_bucket' ? ['le'] : [])])
  }
})
afterAll(() => portal.close())

test('there are rules and panels to compare', () => {
  expect(alerts.length).toBeGreaterThan(15)
  expect(ruleExpressions).toHaveLength(alerts.length)
  expect(expressions.length).toBeGreaterThan(alerts.length + 20)
})

test('each metric of a rule or panel is one of the portal, with labels that it has', () => {
  const wrong = expressions.flatMap((expression) => {
    const used = metricsIn(expression)
    const known = (name: string) => labelsOf.get(name) ?? (OWN_METRICS.includes(name) ? [] : undefined)
    const names = used.filter(({ name }) => !known(name)).map(({ name }) => `no metric ${name}`)
    const labels = used.flatMap(({ name, labels: given }) =>
      given.filter((label) => ![...OWN_LABELS, ...(known(name) ?? [])].includes(label)).map((label) => `${name} has no ${label}`),
    )
    const all = [...OWN_LABELS, ...used.flatMap(({ name }) => known(name) ?? [])]
    const groups = groupedBy(expression)
      .filter((label) => !all.includes(label))
      .map((label) => `nothing has ${label}`)
    return [...(used.length > 0 ? [] : ['no metric']), ...names, ...labels, ...groups].map((fault) => `${fault}: ${expression}`)
  })
  expect(wrong).toEqual([])
})

test('the comparison finds a wrong metric and a wrong label', () => {
  expect(metricsIn('sum by (le) (rate(a_count{job="x", status=~"5.."}[5m])) / b > 0.01')).toEqual([
    { name: 'a_count', labels: ['job', 'status'] },
    { name: 'b', labels: [] },
  ])
  expect(labelsOf.get('jobs')).toEqual(['state'])
  expect(labelsOf.has('jobs_dead')).toBe(false)
})

test('each alert has a test, a remedy on the page, and a severity', () => {
  for (const name of alerts) {
    expect(tests, name).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n`))
    expect(tests, `${name} is silent`).toMatch(new RegExp(`alertname: ${name}, exp_alerts: \\[\\]`))
    expect(page, name).toMatch(new RegExp(`^### ${name}$`, 'm'))
    expect(rules, name).toContain(`remedy: docs/operate/monitor.md#${name.toLowerCase()}\n`)
  }
  expect(rules.match(/labels: \{ severity: (critical|warning) \}/g)).toHaveLength(alerts.length)
})

test('the page names each metric of the rules', () => {
  const names = new Set(
    ruleExpressions.flatMap((each) => metricsIn(each).map(({ name }) => name.replace(/_(count|bucket|sum)$/, ''))),
  )
  for (const name of names) if (!OWN_METRICS.includes(name)) expect(page).toContain(`\`${name}`)
})

const PROMTOOL = process.env.PROMTOOL ?? 'promtool'
const hasPromtool = spawnSync(PROMTOOL, ['--version']).status === 0

describe.runIf(hasPromtool)('promtool', () => {
  const run = (...args: string[]) => spawnSync(PROMTOOL, args, { cwd: folder, encoding: 'utf8' })

  test('accepts the rules', () => {
    expect(run('check', 'rules', 'alerts.yaml')).toMatchObject({ status: 0 })
  })

  test('passes the tests of each alert', () => {
    expect(run('test', 'rules', 'alerts.test.yaml')).toMatchObject({ status: 0, stdout: expect.stringContaining('SUCCESS') })
  })
})
