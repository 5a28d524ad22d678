/** Deletes sessions and links that ended a month ago, and expired devices. The audit keeps every login and logout. */

import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

/** A session is deleted after its child sessions, which refer to it. */
const HAS_CHILD = 'exists (select from sessions c where c.domain_id = r.domain_id and c.parent_id = r.id)'

export const sweepSessions = {
  task: 'sessions.sweep',
  at: '17 7',
  run: deleteInBatches(
    deletionOf('sessions', 'id', `least(r.ended_at, r.expires_at) < now() - interval '30 days' and not ${HAS_CHILD}`),
    deletionOf('password_links', 'id', `least(r.used_at, r.expires_at) < now() - interval '30 days'`),
    deletionOf('known_devices', 'user_id, marker_hash', 'r.expires_at < now()'),
  ),
} satisfies NightlyJob
