/** Watches the requests to providers, for metrics and traces. */
import type { ProviderCall, ProviderResult } from '#api/platform/logging/metrics.ts'
import type { Ports } from './ports.ts'

/** Runs one request to a provider and returns what it returns. */
export type ObserveCall = (call: ProviderCall, work: () => unknown) => unknown

/** The provider was reached and answered, or a notice was not from it. Other errors are faults, or the provider could not be reached. */
const ANSWERS = [
  'MailRefused',
  'FileMissing',
  'FileTooLarge',
  'FileKeyInvalid',
  'SigningRefused',
  'FieldTooLong',
  'MalformedNotice',
]

/** Some ports answer with what happened instead of failing. */
export function resultOf(answer: unknown): ProviderResult {
  const { kind, problem } = (typeof answer === 'object' && answer !== null ? answer : {}) as { kind?: unknown; problem?: unknown }
  if (problem !== undefined) return 'failed'
  if (kind === 'unknown' || answer === 'unknown') return 'unknown'
  return kind === 'refused' || kind === 'rejected' || kind === 'declined' ? 'refused' : 'ok'
}

export const resultOfError = (error: unknown): ProviderResult =>
  error instanceof Error && ANSWERS.includes(error.name) ? 'refused' : 'failed'

function observed<Port extends object>(provider: string, port: Port, observe: ObserveCall): Port {
  return new Proxy(port, {
    get(target, operation) {
      const value = Reflect.get(target, operation)
      if (typeof value !== 'function' || typeof operation !== 'string') return value
      return (...given: unknown[]) => observe({ provider, operation }, () => value.apply(target, given))
    },
  })
}

const observedEach = <Named extends object>(port: string, providers: Named, observe: ObserveCall): Named =>
  Object.fromEntries(
    Object.entries(providers).map(([name, provider]) => [name, observed(`${port}.${name}`, provider, observe)]),
  ) as Named

/** The same ports, whose requests are observed. */
export const observePorts = (ports: Ports, observe: ObserveCall): Ports => ({
  ...ports,
  payments: observedEach('payments', ports.payments, observe),
  signing: observedEach('signing', ports.signing, observe),
  mail: observed('mail', ports.mail, observe),
  carrier: observed('carrier', ports.carrier, observe),
  dns: observed('dns', ports.dns, observe),
  files: observed('files', ports.files, observe),
  webhooks: observed('webhooks', ports.webhooks, observe),
  seal: observed('seal', ports.seal, observe),
})

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/** Measures each request that is waited for. */
export const measuringCalls =
  (count: (call: ProviderCall, result: ProviderResult, seconds: number) => void): ObserveCall =>
  (call, work) => {
    const began = performance.now()
    const end = (result: ProviderResult) => count(call, result, (performance.now() - began) / 1000)
    const answer = work()
    if (!isPromise(answer)) return answer
    answer.then(
      (value) => end(resultOf(value)),
      (error) => end(resultOfError(error)),
    )
    return answer
  }
