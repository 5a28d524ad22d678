import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { openQueueConnections } from './queue-connections.ts'

/** PostgreSQL's refusal during its start, as bytes of its protocol. */
function refusal(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.from('E----')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test('hides error codes for which the library would repeat a statement for minutes', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(refusal()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const owner = openPool(`postgres://owner@127.0.0.1:${(server.address() as AddressInfo).port}/starting`)
  await expect(owner.query('select 1')).rejects.toMatchObject({ code: '57P03' })
  const connections = openQueueConnections(owner, 1, pino({ level: 'silent' }))
  const client = await connections.pool.connect()
  await expect(client.query({ name: 'clear_stale_locks/graphile_worker', text: 'update' })).resolves.toMatchObject({ rows: [] })
  await connections.broken
  const failure = await client.query('select 1').catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: 'the database system is starting up', cause: { code: '57P03' } })
  expect(failure).not.toHaveProperty('code')
  await connections.close()
  await owner.end()
  server.close()
})
