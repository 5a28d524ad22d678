/**
 * Refuses connections to a replica. After a failover, a name or a proxy may lead to the old primary for a while. It answers reads with old
 * rows, and its connections would stay in the pool. PostgreSQL says at the start of each connection which one it is, so this costs nothing.
 */
import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/** PostgreSQL's code for a change on a server that only reads. */
export const READ_ONLY = '25006'

class ReplicaReached extends Error {
  override name = 'ReplicaReached'
  readonly code = READ_ONLY
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

/** `then` gets the error of `connect`, or the refusal. */
export function refuseReplica(client: pg.Client, then: (error?: Error) => void): (error?: Error) => void {
  let isReplica = false
  const { connection } = client as unknown as { connection: EventEmitter }
  connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName === 'in_hot_standby') isReplica = parameterValue === 'on'
  })
  return (error) => {
    if (error || !isReplica) return then(error)
    client.end().catch(() => {})
    then(new ReplicaReached('The server of the connection is a replica'))
  }
}
