/** Where traces are sent: the standard variables of OpenTelemetry. Without an endpoint there are none. */
import { amount, oneOf, text, url, type ValuesOf } from './variables.ts'

export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/json').optional(),
  OTEL_SERVICE_NAME: text.default('vialdesk'),
  OTEL_TRACES_SAMPLER_ARG: amount(0, 1).default(1),
  OTEL_SDK_DISABLED: oneOf('true', 'false').default('false'),
}

export interface TraceSettings {
  url: string
  headers: Record<string, string>
  serviceName: string
  /** The part of the traces that is kept. A trusted proxy that begins a trace decides itself. */
  ratio: number
}

/** `key=value,key=value`, URL-encoded. */
const readHeaders = (given = ''): Record<string, string> =>
  Object.fromEntries(
    given
      .split(',')
      .map((pair) => pair.split('=', 2).map((part) => decodeURIComponent(part.trim())))
      .flatMap(([key, value]) => (key && value !== undefined ? [[key, value]] : [])),
  )

export function chooseTraces(given: ValuesOf<typeof traceVariables>): TraceSettings | undefined {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT
  const traces = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (traces === undefined || given.OTEL_SDK_DISABLED === 'true') return undefined
  const headers = readHeaders(given.OTEL_EXPORTER_OTLP_HEADERS)
  return { url: traces, headers, serviceName: given.OTEL_SERVICE_NAME, ratio: given.OTEL_TRACES_SAMPLER_ARG }
}
