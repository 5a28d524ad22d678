/** The statements of a read. Those that are sent before the end of the same tick form one batch. */
import type pg from 'pg'
import { type Send, StatementBatch } from './statement-batch.ts'

export interface ReadStatements {
  send: Send
  /** Resolves when no statement is under way. True if the connection can be used again. */
  end(): Promise<boolean>
}

/** `begin` adds the first statements of each batch, which prepare its transaction. The first batch is sent in any case. */
export function readStatements(client: pg.ClientBase, begin: (batch: StatementBatch, isFirst: boolean) => void): ReadStatements {
  const running = new Set<Promise<void>>()
  let waiting: StatementBatch | undefined
  let isUsable = true

  const open = (isFirst: boolean): StatementBatch => {
    const batch = new StatementBatch(client)
    begin(batch, isFirst)
    const sent = new Promise<void>((resolve) => {
      process.nextTick(async () => {
        waiting = undefined
        // After a failure it is not known which statements PostgreSQL has parsed.
        if (!(await batch.send())) isUsable = false
        running.delete(sent)
        resolve()
      })
    })
    running.add(sent)
    return batch
  }
  waiting = open(true)
  return {
    send(statement) {
      waiting ??= open(false)
      return waiting.add(statement)
    },
    async end() {
      while (running.size > 0) await Promise.all(running)
      return isUsable
    },
  }
}
