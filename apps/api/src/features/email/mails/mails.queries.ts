/** The log of mails, as admins see it. */
import type { MailFilter, MailRow } from '@vialdesk/contract/email'
import type { Db } from '#api/db/db.ts'
import { bindValues, type Page, pageOfMatches, readPage } from '#api/db/paging.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import { type MailState, mailPolicy } from './mails.policy.ts'

type Row = Omit<MailRow, 'can'> & MailState

const SELECT_ROWS = `
    select m.id, m.recipient as "to", m.subject, m.status, m.reason, m.queued_at, m.done_at, m.task,
      case when u.id is not null then json_build_object('id', u.id, 'name', ${displayNameOf('u')}) end as user
    from mails m
    left join users u on u.domain_id = m.domain_id and u.id = m.user_id
    where m.domain_id = $1
      and m.id = any(page.ids)`

/** The newest first. The search finds a part of the email or of the subject. */
export async function listMails(db: Db, { search, status, user_id, ...paging }: MailFilter): Promise<Page<MailRow>> {
  const { parameters, bind } = bindValues([db.domainId])
  const conditions = [
    status && `and m.status = ${bind(status)}`,
    user_id && `and m.user_id = ${bind(user_id)}`,
    search && `and position(${bind(search.toLowerCase())} in lower(m.recipient || ' ' || m.subject)) > 0`,
  ]
  const sql = `select m.id from mails m where m.domain_id = $1 ${conditions.filter(Boolean).join(' ')}`
  const { count, results } = await readPage<Row>(db, pageOfMatches({ sql, parameters }, paging), SELECT_ROWS)
  return {
    count,
    results: results.map(({ task, ...row }) => ({ ...row, can: mailPolicy.abilities(undefined, { ...row, task }) })),
  }
}
