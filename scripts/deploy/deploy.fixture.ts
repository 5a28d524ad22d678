/** Files under deploy/, and the settings that the portal knows. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { ChartTemplates } from './render-chart.ts'

export const root = path.resolve(import.meta.dirname, '../..')
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The names of docs/operate/configure.md, which are those of the configuration (configuration.test.ts). */
export const knownSettings = [...read('docs/operate/configure.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
)

/** A Secret of an installation has these. */
export const secretSettings = {
  SECRET_KEY: 'k'.repeat(40),
  FILES_URL: 's3://id:secret@bucket?endpoint=https://files.example.com',
  SMTP_URL: 'smtp://user:password@mail.example.com:587',
  SIGNING_P12_PASSWORD: 'password',
  FEDEX_ACCOUNT: '123456789',
  FEDEX_KEY: 'key',
  FEDEX_SECRET: 'secret',
}
export const ownerSettings = { OWNER_DATABASE_URL: 'postgres://vialdesk:password@db.example.com/vialdesk' }

export const CHART = 'deploy/helm/vialdesk'

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own, which the types of Kubernetes check
  spec: any
}

type Values = Record<string, unknown>
export const defaultValues = () => parse(read(`${CHART}/values.yaml`)) as Values & Record<string, Values>

/** The manifests of the chart, by kind. */
export function renderChart(values: Values = defaultValues()): Map<string, Manifest> {
  const { version, appVersion } = parse(read(`${CHART}/Chart.yaml`)) as { version: string; appVersion: string }
  const templates = new ChartTemplates({
    Values: values,
    Release: { Name: 'portal', Service: 'Helm' },
    Chart: { Version: version, AppVersion: appVersion },
  })
  // The definitions come first: `_` is before all letters.
  const files = readdirSync(path.join(root, CHART, 'templates')).sort()
  const manifests = files
    .map((file) => parse(templates.render(read(`${CHART}/templates/${file}`))) as Manifest | null)
    .filter((each) => each !== null)
  return new Map(manifests.map((each) => [each.kind, each]))
}
