/** Retries dead jobs after the cause of their failure is fixed. Every job is safe to repeat. */
import type pg from 'pg'
import { type Command, readArguments, readCount, withDatabase } from '#api/cli/command.ts'
import { IS_DEAD } from '#api/main/count-jobs.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

const retryStatement = `
  select id from graphile_worker.reschedule_jobs(array(
    select id from graphile_worker._private_jobs where ${IS_DEAD} and ($1::bigint is null or id = $1)), now(), attempts => 0)`

/** Retries one dead job, or all; returns how many. Throws StartFailure if the given job does not exist or is not dead. */
export async function retryJobs(owner: pg.Pool, id?: number): Promise<number> {
  const { rowCount } = await owner.query(retryStatement, [id ?? null])
  if (id !== undefined && rowCount === 0) throw new StartFailure(`There is no dead job ${id}.`)
  return rowCount ?? 0
}

export const command: Command = async (args, usage) => {
  const { values, positionals } = readArguments(args, usage, { all: { type: 'boolean' } }, args.includes('--all') ? 0 : 1)
  const id = values.all ? undefined : readCount(positionals[0] ?? '', usage)
  await withDatabase(async ({ owner }) => console.log(`Jobs to be retried: ${await retryJobs(owner, id)}`))
}
