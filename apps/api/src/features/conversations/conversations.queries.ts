/** Reads conversations and their messages. Nothing searches their text. */

import type { CursorPaging } from '@vialdesk/contract/base/primitives'
import type { Conversation, ConversationMessage, MessageSide } from '@vialdesk/contract/people/conversations'
import { type CursorPage, cursorPageOfRows, idsOfCursorPage } from '#api/db/cursor-pages.ts'
import type { Db } from '#api/db/db.ts'
import { bindValues } from '#api/db/paging.ts'
import { fullNameOf, isTiedToCenter } from '#api/db/user-sql.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { conversationPolicy } from './conversations.policy.ts'

export interface ConversationRow extends Pick<Conversation, 'id' | 'newest_side' | 'newest_at' | 'preview'> {
  patient_id: number
  first_name: string
  last_name: string
  center_id: number
  company: string
  patient_unread: number
  center_unread: number
  place: number | null
  tied: boolean
}

/** Characters of the newest message in a list. */
const PREVIEW = 140

const COLUMNS = `
  c.id, p.id as patient_id, p.first_name, p.last_name, h.id as center_id, h.company, c.newest_side, c.newest_at,
  coalesce(left(m.text, ${PREVIEW}), '') as preview, coalesce(c.patient_unread, 0) as patient_unread,
  coalesce(c.center_unread, 0) as center_unread, c.place, ${isTiedToCenter('p', 'h')} as tied`

/** The conversations of pairs of `patient_id` and `center_id`, with or without a message. The domain is `$1`. */
const conversationsOf = (pairs: string) => `
  select ${COLUMNS}
  from (${pairs}) x
  join users p on p.domain_id = $1 and p.id = x.patient_id
  join users h on h.domain_id = $1 and h.id = x.center_id
  left join conversations c on c.domain_id = $1 and c.patient_id = x.patient_id and c.center_id = x.center_id
  left join conversation_messages m on m.domain_id = $1 and m.id = c.newest`

export const sideOf = ({ role }: Pick<Actor, 'role'>): MessageSide => (role === 'patient' ? 'patient' : 'center')

/** The screen with this conversation, for one of its sides. */
export const conversationPath = (reader: MessageSide, patientId: number, centerId: number) =>
  reader === 'patient' ? `/conversations?center=${centerId}` : `/conversations?patient=${patientId}`

function asConversation(viewer: Actor, row: ConversationRow): Conversation {
  const { patient_id, first_name, last_name, center_id, company, patient_unread, center_unread, place, tied, ...rest } = row
  return {
    ...rest,
    patient: { id: patient_id, first_name, last_name },
    center: { id: center_id, company },
    unread: sideOf(viewer) === 'patient' ? patient_unread : center_unread,
    can: conversationPolicy.abilities(viewer, row),
  }
}

/** A message of a patient is the newest one (161-conversations.sql). */
const FIRST_WAITING = 2 ** 50

interface ListQuery {
  limit: number
  before?: number | undefined
  waiting?: 'true' | undefined
}

/** The conversations of a center with its present patients. One index has their order, so a page far back costs the same. */
export async function listConversations(db: Db, viewer: Actor, { limit, before, waiting }: ListQuery) {
  const { parameters, bind } = bindValues([db.domainId])
  const conditions = [
    'c.domain_id = $1',
    `c.center_id = ${bind(viewer.id)}`,
    isTiedToCenter('p', 'h'),
    ...(before === undefined ? [] : [`c.place < ${bind(before)}`]),
    ...(waiting ? [`c.place >= ${bind(FIRST_WAITING)}`] : []),
  ]
  const rows = await db.rows<ConversationRow>(
    `select ${COLUMNS}
    from conversations c
    join users p on p.domain_id = $1 and p.id = c.patient_id
    join users h on h.domain_id = $1 and h.id = c.center_id
    left join conversation_messages m on m.domain_id = $1 and m.id = c.newest
    where ${conditions.join('\n      and ')}
    order by c.place desc
    limit ${bind(limit + 1)}`,
    parameters,
  )
  const page = rows.slice(0, limit)
  return {
    results: page.map((row) => asConversation(viewer, row)),
    older: rows.length > limit ? (page.at(-1)?.place ?? null) : null,
  }
}

/** The conversations of a patient with each present center, and the earlier ones that the viewer may read. */
export async function findConversationsOfPatient(db: Db, viewer: Actor, patientId: number): Promise<Conversation[]> {
  const rows = await db.rows<ConversationRow>(
    `${conversationsOf(`
      select p.id as patient_id, h.id as center_id
      from users p
      join users h on h.domain_id = p.domain_id
        and h.id in (p.harvest_center_id, p.referred_center_id, p.referral_harvest_center_id)
      where p.domain_id = $1 and p.id = $2 and p.active and h.active
      union
      select patient_id, center_id from conversations where domain_id = $1 and patient_id = $2`)}
    order by tied desc, c.place desc nulls last, h.id`,
    [db.domainId, patientId],
  )
  // Nobody begins a conversation for others: an admin reads only those that have messages.
  const seen = rows.filter((row) => conversationPolicy.sees(viewer, 'conversation', row))
  return seen.filter(({ id }) => viewer.role !== 'admin' || id !== null).map((row) => asConversation(viewer, row))
}

/** The conversation of a patient and a center, also before its first message. Undefined if the viewer may not see it. */
export async function findConversation(db: Db, viewer: Actor, patientId: number, centerId: number) {
  const text = conversationsOf('select $2::bigint as patient_id, $3::bigint as center_id')
  const [row] = await db.rows<ConversationRow>(text, [db.domainId, patientId, centerId])
  if (!row || (row.id === null && !row.tied)) return undefined
  return conversationPolicy.sees(viewer, 'conversation', row) ? row : undefined
}

/** Fails with not_found if the viewer may not see the conversation. */
export async function getConversationRow(db: Db, viewer: Actor, id: number): Promise<ConversationRow> {
  const text = conversationsOf('select patient_id, center_id from conversations where domain_id = $1 and id = $2')
  const [row] = await db.rows<ConversationRow>(text, [db.domainId, id])
  return row && conversationPolicy.sees(viewer, 'conversation', row) ? row : fail('not_found')
}

export const getConversation = async (db: Db, viewer: Actor, id: number): Promise<Conversation> =>
  asConversation(viewer, await getConversationRow(db, viewer, id))

/** Patients get the name of their center, not of its staff. */
const messageRows = (page: string, forPatient: boolean) => `
    with page as materialized (${page})
    select m.id, m.side, m.text, m.sent_at,
      ${forPatient ? 'null' : `case when m.side = 'center' and m.author_id <> c.center_id then ${fullNameOf('a')} end`} as staff,
      m.id <= case m.side when 'patient' then c.center_read else c.patient_read end as seen
    from page
    join conversation_messages m on m.domain_id = $1 and m.id = page.id
    join conversations c on c.domain_id = $1 and c.id = m.conversation_id
    join users a on a.domain_id = $1 and a.id = m.author_id
    order by m.id desc`

/** The messages of a conversation that the viewer sees, newest first. */
export async function listMessages(
  db: Db,
  viewer: Actor,
  id: number,
  cursor: CursorPaging,
): Promise<CursorPage<ConversationMessage>> {
  const { parameters, bind } = bindValues([db.domainId])
  const page = idsOfCursorPage('conversation_messages', [[`conversation_id = ${bind(id)}`]], cursor, bind)
  const rows = await db.rows<ConversationMessage>(messageRows(page, sideOf(viewer) === 'patient'), parameters)
  return cursorPageOfRows(rows, cursor)
}
