import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isConnectionLoss } from '#api/platform/http/errors/to-api-error.ts'

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** Runs a process that leaves a rejected promise unhandled; returns its output and its exit code. */
async function reject(error: string) {
  const program = `
    const { surviveLostConnections } = await import(${here('./shutdown.ts')})
    const { createLog } = await import(${here('../platform/logging/log.ts')})
    surviveLostConnections(createLog({ level: 'info' }))
    Promise.reject(${error})
    setImmediate(() => console.log('it lives'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { said, code }
}

test('logs an unhandled loss of a connection and goes on', async () => {
  const { said, code } = await reject(`Object.assign(new Error('terminating connection'), { severity: 'FATAL', code: '57P01' })`)
  expect(said).toMatch(/"level":"error".*lost a database connection; the process continues.*it lives/s)
  expect(code).toBe(0)
})

test('logs any other unhandled failure and ends the process', async () => {
  const { said, code } = await reject(`new TypeError('x is not a function')`)
  expect(said).toMatch(/"level":"fatal".*unhandled failure/)
  expect(said).not.toContain('it lives')
  expect(code).toBe(1)
})

test.each<[string, Error]>([
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { severity: 'ERROR', code: '57014' })],
  [
    'a provider that cannot be reached',
    new Error('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
  ],
])('%s is no loss of a connection', (_, error) => {
  expect(isConnectionLoss(error)).toBe(false)
})
