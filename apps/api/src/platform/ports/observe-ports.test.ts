import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '#api/platform/logging/metrics.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { MailRefused, MailUnavailable } from './mail.ts'
import { measuringCalls, observePorts } from './observe-ports.ts'
import type { Ports } from './ports.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** Ports with these replacements, and the measured calls as `provider operation result`. */
function observe(replaced: Partial<Ports>) {
  const calls: string[] = []
  const count = ({ provider, operation }: { provider: string; operation: string }, result: string) =>
    void calls.push(`${provider} ${operation} ${result}`)
  return { calls, ports: observePorts({ ...portal.ports, ...replaced }, measuringCalls(count)) }
}

const key = '1/logos/abcdefghijklmnopqrst.png'

test('measures each request to a provider, with the answer that it would give alone', async () => {
  const { calls, ports } = observe({})
  expect(await ports.files.exists(key)).toBe(false)
  await expect(ports.files.open(key)).rejects.toMatchObject({ name: 'FileMissing' })
  expect(await ports.payments.embedded.cardEntry(1)).toEqual(await portal.ports.payments.embedded.cardEntry(1))
  expect(calls).toEqual(['files exists ok', 'files open refused', 'payments.embedded cardEntry ok'])
})

test('distinguishes refusals, failures and unknown results', async () => {
  let failure: unknown
  const mail: Ports['mail'] = { send: () => (failure === undefined ? Promise.resolve() : Promise.reject(failure)) }
  const carrier = { make: async () => ({ kind: 'unknown', code: 'timeout' }) } as unknown as Ports['carrier']
  const webhooks: Ports['webhooks'] = { post: async () => ({ problem: 'no answer' }) }
  const { calls, ports } = observe({ mail, carrier, webhooks })
  const send = () => ports.mail.send({} as never, 'id')
  await send()
  for (const error of [new MailRefused('no'), new MailUnavailable('later')]) {
    failure = error
    await expect(send()).rejects.toBe(error)
  }
  await ports.carrier.make({} as never)
  await ports.webhooks.post({ url: 'https://example.test/secret', headers: {}, body: '' })
  // Anybody may send a notice, so one that is none is no fault of the provider.
  await expect(ports.signing.boldsign.readNotice?.({} as never, { body: Buffer.from('?'), headers: {} })).rejects.toThrow()
  expect(calls.pop()).toBe('signing.boldsign readNotice refused')
  expect(calls).toEqual(['mail send ok', 'mail send refused', 'mail send failed', 'carrier make unknown', 'webhooks post failed'])
})

test('the metrics name provider, operation and result, and nothing of the request', async () => {
  const metrics = createMetrics()
  const ports = observePorts(portal.ports, measuringCalls(metrics.countProviderCall))
  await ports.files.exists(key)
  const text = await metrics.registry.metrics()
  expect(text).toContain('provider_request_duration_seconds_count{provider="files",operation="exists",result="ok"} 1')
  expect(text).not.toContain('abcdefghijklmnopqrst')
})
