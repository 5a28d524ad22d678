/** Shows the job counts and the dead jobs. A dead job has used up its attempts and stays in the queue for inspection. */
import type pg from 'pg'
import { type Command, readArguments, withDatabase } from '#api/cli/command.ts'
import { countJobs, IS_DEAD } from '#api/main/count-jobs.ts'
import { redactText } from '#api/platform/logging/redact.ts'

interface DeadJob {
  id: string
  task: string
  domain: string | null
  tries: number
  last: string
  error: string | null
}

const MOST_SHOWN = 50
const deadJobs = `
  select j.id, t.identifier as task, d.identifier as domain, attempts as tries, to_json(j.updated_at) #>> '{}' as last, j.last_error as error
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join domains d on d.id::text = j.payload ->> 'domain_id'
  where ${IS_DEAD} order by j.updated_at desc, j.id desc limit ${MOST_SHOWN}`

/** Lines for the terminal. Of each error only the first line is shown, redacted. */
export async function describeQueue(owner: pg.Pool): Promise<string[]> {
  const { ready, scheduled, running, dead } = await countJobs(owner)()
  const { rows } = await owner.query<DeadJob>(deadJobs)
  const lines = rows.map(({ id, task, domain, tries, last, error }) => {
    const reason = redactText(error?.split('\n', 1)[0] ?? 'no error message')
    return `${id}\t${task}\t${domain ?? '-'}\t${tries} attempts, last ${last}\t${reason}`
  })
  const more = dead > rows.length ? [`and ${dead - rows.length} more`] : []
  return [`${ready} ready, ${scheduled} scheduled, ${running} running, ${dead} dead`, ...lines, ...more]
}

export const command: Command = async (args, usage) => {
  readArguments(args, usage, {})
  await withDatabase(async ({ owner }) => {
    for (const line of await describeQueue(owner)) console.log(line)
  })
}
