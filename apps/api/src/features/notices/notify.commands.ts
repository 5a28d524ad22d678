/** Notifies users: in the portal at once, and by email if they chose it. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { NoticeKind } from '@vialdesk/contract/people/notices'
import type { Db } from '#api/db/db.ts'
import { getChoices } from './notices.queries.ts'

export interface NewNotice {
  kind: NoticeKind
  /** May become the subject of a mail: no health data, and no name but by `named`. */
  title: string
  /** The event, and the place to look. No health data; patients by id only. */
  text: string
  /** The user of `named` in title or text. */
  about?: number | null
  /** The screen of the thing that the notice is about. Every recipient may open it. */
  path?: string
  /** The event has its own mail, so the notice is not mailed. */
  mailedAlready?: true
}

/**
 * Stands for the name of the user of `about`: `named('a patient')`. The name is not kept. It is read when the notice is shown or mailed to a
 * reader who may see it; others get the words, as do mails about patients and subjects about persons.
 */
export const named = (words: string) => `{{${words}}}`

/** Replaces the words of `named` by the name, where there is one. */
export const withName = (text: string, name: string | null) => text.replace(/\{\{(.*?)\}\}/g, (_, words: string) => name ?? words)

/** A title begins with a capital, also where it begins with the words of `named`. */
export const titleWithName = (title: string, name: string | null) => {
  const text = withName(title, name)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Notifies one or several users in the business transaction: a rollback removes the notices too. Skips null ids and inactive
 * accounts. Call it after the command's own changes, so that other transactions wait for a user's row as short as possible.
 */
export async function notify(
  db: Db,
  users: number | null | readonly (number | null)[],
  { kind, title, text, about, path, mailedAlready }: NewNotice,
): Promise<void> {
  const ids = [users].flat().filter((id) => id !== null)
  if (ids.length === 0) return
  const created = await db.rows<{ id: number; user_id: number; subscription: number }>(
    `with created as (
       insert into notices (domain_id, user_id, kind, title, text, path, about_id)
       select u.domain_id, u.id, $3, $4, $5, $6, $7
       from users u
       where u.domain_id = $1 and u.id = any($2::bigint[]) and u.active
       order by u.id
       returning id, user_id)
     select c.id, c.user_id, u.subscription
     from created c
     join users u on u.domain_id = $1 and u.id = c.user_id
     order by c.id`,
    [db.domainId, ids, kind, title, text, path ?? null, about ?? null],
  )
  if (mailedAlready) return
  for (const { id, user_id, subscription } of created) {
    const choices = await getChoices(db, { id: user_id, subscription })
    if (choices[kind]) await db.enqueue('notices.mail', { notice_id: id })
  }
}

/** Notifies every admin of the domain, except an admin that the notice is about. */
export async function notifyAdmins(db: Db, notice: NewNotice): Promise<void> {
  const admins = await db.findRows('users', ['id'], { subscription: membershipIds.admin, active: true })
  await notify(
    db,
    admins.map(({ id }) => id).filter((id) => id !== notice.about),
    notice,
  )
}
