/** Deletes notices 180 days after they were read, and questions 30 days after they were mailed. */
import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

const OLD_NOTICES = `
  delete from notices
  where domain_id = $1 and id in (
    select n.id
    from notices n
    where n.domain_id = $1 and n.read_at < now() - interval '180 days'
    limit $2)
  returning id`
const OLD_QUESTIONS = `
  delete from questions
  where domain_id = $1 and id in (
    select q.id
    from questions q
    where q.domain_id = $1 and q.sent_at < now() - interval '30 days'
    limit $2)
  returning id`

export const sweepNotices = {
  task: 'notices.sweep',
  at: '27 7',
  run: deleteInBatches(OLD_NOTICES, OLD_QUESTIONS),
} satisfies NightlyJob
