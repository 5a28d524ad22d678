/** Hears a channel of PostgreSQL's NOTIFY, on a connection of its own that comes back when it breaks. */
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { backoffMs } from './backoff.ts'

export interface Channel {
  close(): Promise<void>
}

export interface Hearing {
  said(payload: string): void
  /** Listening has begun, or begun again: what was said before was not heard. */
  listening(): void
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Listens at once; `name` is a plain word of ours. */
export function hearChannel(url: string, name: string, { said, listening, log }: Hearing): Channel {
  let closed = false
  let failures = 0
  let current: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'vialdesk',
    })
    current = client
    const lost = (err?: Error) => {
      if (closed || current !== client) return
      current = undefined
      const waitMs = backoffMs(failures++)
      log.warn({ err, wait_ms: waitMs }, 'the connection that hears of news broke; until it is back, news come late')
      timer = setTimeout(() => void connect(), waitMs).unref()
      client.end().catch(() => {})
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ payload }) => said(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(name)}`)
      failures = 0
      listening()
    } catch (error) {
      lost(error as Error)
    }
  }
  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await current?.end().catch(() => {})
    },
  }
}
