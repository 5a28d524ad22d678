/** Listens on a channel of PostgreSQL's NOTIFY, on a separate connection that is restored after a loss. */
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { backoffMs } from '#api/platform/kernel/backoff.ts'

export interface ChannelListener {
  onMessage(payload: string): void
  /** Listening has begun, or begun again. Earlier messages may have been missed. */
  onListening(): void
  /** Messages no longer arrive. */
  onLost(): void
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Starts to listen at once. */
export function listenToChannel(url: string, name: string, { onMessage, onListening, onLost, log }: ChannelListener) {
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
      onLost()
      const waitMs = backoffMs(failures++)
      log.warn({ err, wait_ms: waitMs }, 'lost the connection for signals; live updates are delayed until it is restored')
      timer = setTimeout(() => void connect(), waitMs).unref()
      client.end().catch(() => {})
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(name)}`)
      failures = 0
      onListening()
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
