/** Logging never changes an answer, whatever becomes of its lines. */
import { expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { aUser } from '#api/testing/factories.ts'
import { testPortal } from '#api/testing/portal.ts'
import { createLog } from './log.ts'
import { lostLines } from './log-output.ts'

const full = () => {
  throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
}

test('changes are answered as done while no line of the log can be written', async () => {
  const portal = await testPortal()
  const log = createLog({ level: 'trace', destination: { write: full } })
  const free = async () => {}
  const limits = { takeAttempt: free, forgiveAttempts: free }
  const app = await buildApp({ ...portal, recordPool: portal.pool, limits, log, version: 'test' })
  const before = lostLines()
  const user = await portal.arrange((db) => aUser(db, 'patient'))
  const headers = { domain: 'acme', authorization: `Token ${await portal.tokenOf(user)}` }
  const payload = { name: 'Ada', email: 'ada@mail.example', message: 'Is the disk full?' }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/contact/', payload, headers })
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Your question has been sent.' }])
  const broken = { headers: { ...headers, 'content-type': 'application/json' }, payload: '{' }
  expect((await app.inject({ method: 'POST', url: '/api/v1/contact/', ...broken })).statusCode).toBe(400)
  expect((await portal.owner.query('select message from questions')).rows).toEqual([{ message: payload.message }])
  expect(lostLines()).toBeGreaterThan(before)
  await app.close()
  await portal.close()
})

test('what no line can be made of is lost, and its caller goes on', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  const unreadable = {
    get name(): string {
      throw new Error('not now')
    },
  }
  const before = lostLines()
  log.child({ task: 'try' }).warn(unreadable, 'a thing')
  log.info('the next')
  expect(lostLines() - before).toBe(1)
  expect(lines).toHaveLength(1)
})
