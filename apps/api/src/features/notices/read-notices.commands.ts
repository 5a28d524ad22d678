/** Marks notices as read, and saves the choices of the kinds that also come by email. */
import type { NoticeKind } from '@vialdesk/contract/people/notices'
import type { Db } from '#api/db/db.ts'
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { ALWAYS_MAILED } from './notices.queries.ts'

/** Without ids, marks all notices of the user. If one id is not the user's, marks none and fails with not_found. */
export async function markRead(db: Db, userId: number, ids: readonly number[] | undefined): Promise<void> {
  if (ids?.length === 0) return
  if (ids) await assertOwnNotices(db, userId, ids)
  await db.updateRows('notices', { user_id: userId, read_at: null, ...(ids && { id: ids }) }, { read_at: new Date() })
}

/** Marks the notices that lead to a screen as read, after the user has read what they are about. */
export async function markReadByPath(db: Db, userId: number, path: string): Promise<void> {
  await db.updateRows('notices', { user_id: userId, read_at: null, path }, { read_at: new Date() })
}

async function assertOwnNotices(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  const own = await db.findRows('notices', ['id'], { user_id: userId, id: ids })
  if (own.length < ids.length) fail('not_found')
}

export async function saveChoices(db: Db, userId: number, choices: Partial<Record<NoticeKind, boolean>>): Promise<void> {
  if (choices[ALWAYS_MAILED] === false) failField(ALWAYS_MAILED, 'These messages are always sent by email too.')
  for (const [kind, by_mail] of Object.entries(choices)) {
    if (kind === ALWAYS_MAILED) continue
    await db.saveRow('notice_choices', { user_id: userId, kind }, { by_mail })
  }
}

/** Deletes notices 180 days after they were read, and questions 30 days after they were mailed. */
export const sweepNotices = {
  task: 'notices.sweep',
  at: '27 7',
  run: deleteInBatches(
    deletionOf('notices', 'id', `r.read_at < now() - interval '180 days'`),
    deletionOf('questions', 'id', `r.sent_at < now() - interval '30 days'`),
  ),
} satisfies NightlyJob
