import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import { assertRunsInstallation, findJobs } from './jobs.queries.ts'
import { retryJob } from './retry-job.commands.ts'

const { operations } = contract

export const operationsRouter = {
  jobs: serve(operations.jobs, async ({ db, query }) => {
    await assertRunsInstallation(db)
    return findJobs(db, query)
  }),
  retry: serve(operations.retry, async ({ db, params }) => {
    await assertRunsInstallation(db)
    await retryJob(db, params.id)
    return { message: 'The job will run again now.' }
  }),
}
