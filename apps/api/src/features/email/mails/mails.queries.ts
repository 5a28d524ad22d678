/** The log of mails, as admins see it. The indexes of its filters are in 184-email.sql. */
import type { MailFilter, MailRow } from '@vialdesk/contract/business/email'
import { type CursorPage, cursorPageOfRows, idsOfCursorPage } from '#api/db/cursor-pages.ts'
import type { Db } from '#api/db/db.ts'
import { bindValues } from '#api/db/paging.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { type MailState, mailPolicy } from './mails.policy.ts'

type Row = Omit<MailRow, 'can'> & MailState

/** The newest first. A recipient is found by the whole email, so that no search reads the whole log. */
export async function listMails(db: Db, { to, status, user_id, ...cursor }: MailFilter): Promise<CursorPage<MailRow>> {
  const { parameters, bind } = bindValues([db.domainId])
  const conditions = [
    ...(status ? [`status = ${bind(status)}`] : []),
    ...(user_id ? [`user_id = ${bind(user_id)}`] : []),
    ...(to ? [`recipient_key = ${bind(to.toLowerCase())}`] : []),
  ]
  const text = `
    with page as materialized (${idsOfCursorPage('mails', [conditions], cursor, bind)})
    select m.id, m.recipient as "to", m.subject, m.status, m.reason, m.queued_at, m.done_at, m.task,
      case when u.id is not null then json_build_object('id', u.id, 'name', ${displayNameOf('u')}) end as user
    from page
    join mails m on m.domain_id = $1 and m.id = page.id
    left join users u on u.domain_id = $1 and u.id = m.user_id
    order by m.id desc`
  const rows = await db.rows<Row>(text, parameters)
  return cursorPageOfRows(
    rows.map(({ task, ...row }) => ({ ...row, can: mailPolicy.abilities(undefined, { ...row, task }) })),
    cursor,
  )
}
