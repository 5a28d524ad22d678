/** Reads documents. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import type { PatientDocument } from '@vialdesk/contract/care/label-requests'
import {
  type DocumentEvent,
  type DocumentEventType,
  documentEventTitles,
  eventsAboutSigner,
} from '@vialdesk/contract/documents/document-events'
import type { Document } from '@vialdesk/contract/documents/documents'
import { sql } from 'kysely'
import { type Columns, selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { type List, readList } from '#api/db/list-pages.ts'
import type { Page } from '#api/db/paging.ts'
import { centerListOf, displayNameOf } from '#api/db/user-sql.ts'
import { documentsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type DocumentColumnGroup, type DocumentRow, documentPolicy, groupsOfDocuments } from './documents.policy.ts'

/** With the columns that decide the actions. */
type Row = Omit<Document, 'can'> & Pick<DocumentRow, 'party' | 'hidden' | 'signer_id'>

const RECIPIENTS = `(
  select coalesce(jsonb_agg(jsonb_build_object(
      'role', r.role, 'name', r.name, 'email', r.email, 'status', r.status, 'signed_at', r.signed_at) order by r.position), '[]')
  from document_recipients r
  where r.domain_id = d.domain_id and r.document_id = d.id)`
const SIGNER = `(
  select r.user_id
  from document_recipients r
  where r.domain_id = d.domain_id and r.document_id = d.id and r.status in ('sent', 'viewed'))`

/** SQL for a document `d`, its patient `p` and its centers `h`, `r` and `f`. A guest keeps the name that was entered. */
const columns = {
  id: ['base', 'd.id'],
  name: ['base', 'd.name'],
  kind: ['base', 'd.kind'],
  status: ['base', 'd.status'],
  step: ['base', 'd.step'],
  failure: ['admin', 'd.failure', `''`],
  document_id: ['base', 'd.document_id'],
  patient_desc: [
    'person',
    `case when p.id is not null
      then jsonb_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'email', p.email) end`,
    'null',
  ],
  patient_name: ['person', `case when p.id is null then d.patient_name else ${displayNameOf('p')} end`, `''`],
  patient_email: ['person', 'coalesce(p.email, d.patient_email)', `''`],
  hc_desc: [
    'base',
    `case
      when h.id is not null then ${centerListOf('h')}
      when r.id is not null then ${centerListOf('r')}
      else ${centerListOf('f')} end`,
  ],
  recipients: ['person', RECIPIENTS, `'[]'::jsonb`],
  uploaded: ['base', 'd.template_id is null'],
  created_at: ['base', 'd.created_at'],
  completed_at: ['base', 'd.completed_at'],
  expires_at: ['base', `case when d.status = 'Pending' then d.expires_at end`],
  reason: ['base', 'd.reason'],
  legal_hold: ['base', 'd.legal_hold'],
  note: ['admin', 'd.note', `''`],
  party: ['base', 'd.party'],
  hidden: ['base', 'd.hidden_at is not null'],
  signer_id: ['base', SIGNER],
} as const satisfies Columns<Row, DocumentColumnGroup>
/** One join for each center: row-level security lets only a plain column use the index. */
const FROM_DOCUMENTS = `
  from documents d
  left join users p on p.domain_id = d.domain_id and p.id = d.patient_id
  left join users h on h.domain_id = d.domain_id and h.id = d.harvest_center_id
  left join users r on r.domain_id = d.domain_id and r.id = d.referral_center_id
  left join users f on f.domain_id = d.domain_id and f.id = d.referred_center_id`

function withAbilities(viewer: Viewer, { party, hidden, signer_id, ...row }: Row): Document {
  return { ...row, can: documentPolicy.abilities(viewer, { ...row, party, hidden, signer_id }) }
}

const selectDocuments = (viewer: Viewer) =>
  `select ${selectList<Row, DocumentColumnGroup>(columns, groupsOfDocuments(viewer.role))} ${FROM_DOCUMENTS}`

/** A page of a list of documents. */
export async function readDocuments(db: Db, viewer: Viewer, list: List, paging: Paging): Promise<Page<Document>> {
  const rows = `${selectDocuments(viewer)} where d.domain_id = $1 and d.id = any(page.ids)`
  const { count, results } = await readList<Row>(db, list, paging, rows)
  return { count, results: results.map((row) => withAbilities(viewer, row)) }
}

type DocumentKey = { id: number } | { document_id: string }
const keyCondition = (key: DocumentKey) => ('id' in key ? sql`d.id = ${key.id}` : sql`d.document_id = ${key.document_id}`)

/** A document that the viewer may see, else not_found. */
export async function getDocument(db: Db, viewer: Viewer, key: DocumentKey): Promise<Document> {
  const { rows } = await sql<Row>`
    ${sql.raw(selectDocuments(viewer))}
    where d.domain_id = ${db.domainId} and ${keyCondition(key)} and ${documentsSeenBy(viewer)}`.execute(db)
  return withAbilities(viewer, rows[0] ?? fail('not_found'))
}

/** The visible documents of a patient, newest first. Removed ones are listed for the patient only. */
export async function findDocumentsOfPatient(db: Db, viewer: Viewer, patientId: number): Promise<Document[]> {
  const listed = viewer.role === 'patient' ? sql`true` : sql`d.hidden_at is null`
  const { rows } = await sql<Row>`
    ${sql.raw(selectDocuments(viewer))}
    where d.domain_id = ${db.domainId} and d.patient_id = ${patientId} and d.party = 'patient' and ${listed}
      and ${documentsSeenBy(viewer)}
    order by d.id desc`.execute(db)
  return rows.map((row) => withAbilities(viewer, row))
}

/** The newest attestation of a center that was not removed. */
export async function findAttestationOf(db: Db, viewer: Viewer, centerId: number): Promise<Document | null> {
  const { rows } = await sql<Row>`
    ${sql.raw(selectDocuments(viewer))}
    where d.domain_id = ${db.domainId} and d.harvest_center_id = ${centerId} and d.party = 'center' and d.kind = 'attestation'
      and d.hidden_at is null and ${documentsSeenBy(viewer)}
    order by (d.status = 'Completed') desc, d.id desc
    limit 1`.execute(db)
  return rows[0] ? withAbilities(viewer, rows[0]) : null
}

export type PatientDocumentRow = PatientDocument & Pick<Document, 'kind' | 'status'> & { patient_id: number }

/** The documents of patients by patient, newest first, for lists that show their status only. */
export async function findPatientDocuments(db: Db, patients: readonly number[]): Promise<Map<number, PatientDocumentRow[]>> {
  const rows = await db.rows<PatientDocumentRow>(
    `select id, name, kind, status, patient_id
     from documents
     where domain_id = $1 and patient_id = any($2::bigint[]) and party = 'patient' and hidden_at is null
     order by id desc`,
    [db.domainId, patients],
  )
  return Map.groupBy(rows, ({ patient_id }) => patient_id)
}

/** The documents of the domain whose sending or sealing failed. Uses a partial index. */
export async function countFailures(db: Db): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from documents where domain_id = $1 and step in ('send_failed', 'seal_failed')`,
    [db.domainId],
  )
  return row?.count ?? 0
}

/** Pending documents of the patients of a center, and of addresses that it invited. */
export async function countPendingOfCenter(db: Db, centerId: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count
     from (
       select id from documents where ${IS_PENDING} and harvest_center_id = $2
       union
       select id from documents where ${IS_PENDING} and referral_center_id = $2
       union
       select id from documents where ${IS_PENDING} and referred_center_id = $2) pending`,
    [db.domainId, centerId],
  )
  return row?.count ?? 0
}
const IS_PENDING = `domain_id = $1 and party = 'patient' and status = 'Pending' and hidden_at is null`

/** Documents that wait for the signature of this patient. */
export async function countWaitingForPatient(db: Db, patientId: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count
     from documents d
     join document_recipients r on r.domain_id = d.domain_id and r.document_id = d.id and r.user_id = d.patient_id
     where d.domain_id = $1 and d.patient_id = $2 and d.party = 'patient' and d.status = 'Pending' and d.step = 'waiting'
       and d.hidden_at is null and r.status in ('sent', 'viewed')`,
    [db.domainId, patientId],
  )
  return row?.count ?? 0
}

interface EventRow extends Omit<DocumentEvent, 'title'> {
  type: DocumentEventType
  signer: string | null
}

/** A signer acts under the printed name, also where nobody is signed in. */
const EVENTS = `
  select e.at, e.type, e.detail, e.ip, r.name as signer,
    concat(
      ${displayNameOf('i')} || ' as ',
      case when e.type = any($3) then ${displayNameOf('u')} else coalesce(r.name, ${displayNameOf('u')}) end
    ) as by
  from document_events e
  left join document_recipients r on r.domain_id = e.domain_id and r.id = e.recipient_id
  left join users u on u.domain_id = e.domain_id and u.id = e.user_id
  left join users i on i.domain_id = e.domain_id and i.id = e.impersonator_id
  where e.domain_id = $1 and e.document_id = $2
  order by e.id`

/**
 * The history of a document, as its screen and its certificate show it: the events, oldest first. Each has the name of the person who acted,
 * and its title has the name of the signer that it is about.
 */
export async function findEvents(db: Db, documentId: number): Promise<DocumentEvent[]> {
  const rows = await db.rows<EventRow>(EVENTS, [db.domainId, documentId, eventsAboutSigner])
  return rows.map(({ type, signer, ...event }) => ({
    ...event,
    title: documentEventTitles[type].replace('{signer}', () => signer ?? 'a signer'),
  }))
}

/** Only admins see IP addresses. */
export async function findHistory(db: Db, viewer: Viewer, { id }: Pick<Document, 'id'>): Promise<DocumentEvent[]> {
  const events = await findEvents(db, id)
  return groupsOfDocuments(viewer.role).includes('admin') ? events : events.map((event) => ({ ...event, ip: null }))
}
