/** Checks the replica that answers reports, exports and searches. */
import { withClient } from '#api/db/connection/with-client.ts'
import { POSITION, type Position } from '#api/db/replica.ts'
import { error, type Finding, ok, warning } from './finding.ts'

const STATE = `
  select pg_is_in_recovery() as is_replica, s.system_identifier::text as system,
    current_setting('hot_standby_feedback') = 'on' as keeps_rows,
    pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind
  from pg_control_system() s`

interface State {
  is_replica: boolean
  system: string
  keeps_rows: boolean
  behind: number | null
}

const CHECK = 'read replica'
/** Bytes of the log. A replica that keeps up has fewer to replay, also on a busy server. */
const FAR_BEHIND = 16 * 1024 * 1024

const stateOf = (url: string, position: string): Promise<State | undefined> =>
  withClient(url, async (client) => (await client.query<State>(STATE, [position])).rows[0])

export async function checkReplica(primaryUrl: string, replicaUrl: string): Promise<Finding[]> {
  const primary = await withClient(primaryUrl, async (client) => (await client.query<Position>(POSITION)).rows[0])
  if (!primary) return []
  let state: State | undefined
  try {
    state = await stateOf(replicaUrl, primary.position)
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string }
    return [
      error(
        CHECK,
        `The replica of READ_DATABASE_URL cannot be reached (${code ?? message}), so the primary answers its calls.`,
        'Start the replica, or correct READ_DATABASE_URL. The role of the application must be allowed to log in there.',
      ),
    ]
  }
  return [judge(state as State, primary)]
}

function judge({ is_replica, system, keeps_rows, behind }: State, primary: Position): Finding {
  if (!is_replica || system !== primary.system)
    return error(
      CHECK,
      'The server of READ_DATABASE_URL is not a replica of the primary, so it is not used.',
      'Let READ_DATABASE_URL lead to a streaming replica of the server of DATABASE_URL, without a pooler.',
    )
  if ((behind ?? 0) > FAR_BEHIND)
    return warning(
      CHECK,
      `The replica has ${Math.round((behind ?? 0) / 1024 / 1024)} MB of changes to replay, so the primary answers its calls.`,
      'See ReplicaLag in docs/operate/monitor.md.',
    )
  if (!keeps_rows)
    return warning(
      CHECK,
      'The setting hot_standby_feedback of the replica is off: the primary may break off long exports on it.',
      'Set hot_standby_feedback = on on the replica, and reload.',
    )
  return ok(CHECK, 'The replica is reached, and keeps up.')
}
