import { z } from 'zod'
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import { job, type NightlyJob } from '#api/platform/jobs/jobs.ts'
import { retryTimeOf, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { enqueuePreparation, failTemplate, NOT_PREPARED, NOT_REACHED, prepareTemplate } from './prepare-template.commands.ts'

/** Shows the failure on the template after the last attempt, because then the queue does not try again. */
const prepare = job(
  'templates.prepare',
  z.object({ template_id: z.number().int(), lookup: z.number().int() }),
  async ({ ports, transact, lastAttempt }, { template_id, lookup }) => {
    try {
      await prepareTemplate({ ports, transact }, template_id, lookup)
    } catch (error) {
      const runAt = retryTimeOf(error)
      if (runAt) return transact((db) => enqueuePreparation(db, template_id, lookup, runAt))
      const reason = error instanceof SigningUnavailable ? NOT_REACHED : NOT_PREPARED
      if (lastAttempt) await transact((db) => failTemplate(db, template_id, reason))
      throw error
    }
  },
)

export const templatesJobs = [prepare]

export const sweepEditorSessions = {
  task: 'templates.sweep_editor_sessions',
  at: '47 7',
  run: deleteInBatches(deletionOf('template_editor_sessions', 'token_hash', `r.expires_at < now() - interval '1 day'`)),
} satisfies NightlyJob
