import { expect, test } from 'vitest'
import type { EndedCall } from '../harness/client.ts'
import { judgeCalls } from './failed-calls.ts'

const kills = [
  { node: 'node-1', before: 100, after: 101 },
  { node: 'node-2', before: 500, after: 501 },
]
const call = (values: Partial<EndedCall>): EndedCall => ({
  ...{ name: 'GET /list', began: 90, ended: 120, status: 502, node: 'node-1' },
  ...values,
})

test('a failed call that was in flight on the killed node is explained', () => {
  const calls = [call({}), call({ status: undefined }), call({ status: 200 })]
  expect(judgeCalls(calls, kills)).toEqual({ interrupted: 2, hits: 1, failures: [] })
})

test.each([
  ['on another node', { node: 'node-2' }],
  ['on no node', { node: '<NOSRV>' }],
  ['that began after the kill', { began: 102 }],
  ['that ended before the kill', { ended: 99 }],
  ['that was refused', { ended: 99, status: 429 }],
])('a failed call %s is a failure', (_which, values) => {
  const { interrupted, failures } = judgeCalls([call(values)], kills)
  expect([interrupted, failures.length]).toEqual([0, 1])
})
