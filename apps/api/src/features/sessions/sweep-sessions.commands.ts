/** Deletes sessions and links that ended a month ago, and expired devices. The audit keeps every login and logout. */

import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

/** A session is deleted after its child sessions, which refer to it. */
const oldSessions = `
  delete from sessions where domain_id = $1 and id in (
    select s.id
    from sessions s
    where s.domain_id = $1
      and least(s.ended_at, s.expires_at) < now() - interval '30 days'
      and not exists (select from sessions c where c.domain_id = s.domain_id and c.parent_id = s.id)
    limit $2)
  returning id`
const oldLinks = `
  delete from password_links where domain_id = $1 and id in (
    select l.id
    from password_links l
    where l.domain_id = $1
      and least(l.used_at, l.expires_at) < now() - interval '30 days'
    limit $2)
  returning id`

const expiredDevices = `
  delete from known_devices where domain_id = $1 and (user_id, marker_hash) in (
    select d.user_id, d.marker_hash
    from known_devices d
    where d.domain_id = $1 and d.expires_at < now()
    limit $2)
  returning user_id`

export const sweepSessions = {
  task: 'sessions.sweep',
  at: '17 7',
  run: deleteInBatches(oldSessions, oldLinks, expiredDevices),
} satisfies NightlyJob
