/** Checks of the work that waits for a person. */
import type pg from 'pg'
import { countJobs } from '#api/main/count-jobs.ts'
import { countWorkOfPeople } from '#api/main/read-figures.ts'
import { error, type Finding, orOk, warning } from './finding.ts'

/** Seconds. */
const LONGEST_WAIT = 300

const OLDEST = `
  select extract(epoch from now() - min(run_at))::float8 as seconds
  from graphile_worker.jobs
  where attempts < max_attempts and locked_at is null and run_at <= now()`

export async function checkJobs(worker: pg.Pool): Promise<Finding[]> {
  const { dead } = await countJobs(worker)()
  const seconds = (await worker.query<{ seconds: number | null }>(OLDEST)).rows[0]?.seconds ?? 0
  return orOk(
    'jobs',
    [
      dead > 0 && warning('jobs', `${dead} dead jobs: nothing repeats them.`, 'List them with: npm run portal -- jobs'),
      seconds > LONGEST_WAIT &&
        error(
          'jobs',
          `A job has waited for ${Math.round(seconds / 60)} minutes.`,
          'Start a process with WORKERS=on, or: npm run portal -- work',
        ),
    ],
    'No job is dead, and none waits for long.',
  )
}

export async function checkPeople(worker: pg.Pool): Promise<Finding[]> {
  const { payments, refunds, unsent, unsealed } = await countWorkOfPeople(worker)
  const money = payments + refunds
  const look = 'An admin looks them up at the gateway: Transactions, Payments to review.'
  const retry = 'The reason is in their rows on the screen of documents. Mend it, then press Try again.'
  return orOk(
    'work of people',
    [
      money > 0 && warning('payments', `${money} payments or refunds must be reviewed.`, look),
      unsealed > 0 && error('documents', `${unsealed} signed documents are not sealed.`, retry),
      unsent > 0 && warning('documents', `${unsent} documents could not be sent.`, retry),
    ],
    'No payment and no document waits for a person.',
  )
}
