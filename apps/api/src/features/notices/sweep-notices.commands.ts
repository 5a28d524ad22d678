/** Deletes notices 180 days after they were read, and questions 30 days after they were mailed. */
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

export const sweepNotices = {
  task: 'notices.sweep',
  at: '27 7',
  run: deleteInBatches(
    deletionOf('notices', 'id', `r.read_at < now() - interval '180 days'`),
    deletionOf('questions', 'id', `r.sent_at < now() - interval '30 days'`),
  ),
} satisfies NightlyJob
