import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { assertFreePort, explainPortError } from './check-ports.ts'

test('says which variable names a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const variable of ['PORT', 'METRICS_PORT'] as const)
    await expect(assertFreePort(variable, '127.0.0.1', port)).rejects.toThrow(
      new StartFailure(
        `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or set ${variable} to another port.`,
      ),
    )
  other.close()
  await once(other, 'close')
  await assertFreePort('PORT', '127.0.0.1', port)
})

test.each([
  ['PORT', 'HOST'],
  ['METRICS_PORT', 'METRICS_HOST'],
] as const)('says that the host of %s is one of another machine', async (variable, host) => {
  await expect(assertFreePort(variable, '203.0.113.7', 0)).rejects.toThrow(
    new StartFailure(`${host}="203.0.113.7" is not an address of this machine.`),
  )
})

test('says that only root may use a low port, and nothing about other errors', () => {
  const error = (code: string) => Object.assign(new Error('listen'), { code })
  expect(explainPortError(error('EACCES'), 'PORT', '127.0.0.1', 80)?.message).toBe(
    'This user may not use port 80. Set PORT to a port above 1023.',
  )
  expect(explainPortError(error('EMFILE'), 'PORT', '127.0.0.1', 80)).toBeUndefined()
})
