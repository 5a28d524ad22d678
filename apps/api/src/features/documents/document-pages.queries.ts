/**
 * Pages of the lists of documents, newest first. The list of a domain uses tallies, or the index of words (174-documents.sql). A center
 * has few documents, which are counted directly.
 */
import type { CenterDocuments, DocumentStatus } from '@vialdesk/contract/documents'
import type { Paging } from '@vialdesk/contract/primitives'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { bindValues, type Page, pageByTallies, pageOfMatches, type Query, readPage } from '#api/db/paging.ts'

export type DocumentFilter = Paging & {
  search?: string | undefined
  status?: DocumentStatus | undefined
  failed?: '1' | undefined
}

/** The documents of all patients of the domain, and of addresses without account. */
export function pageOfAllDocuments(db: Db, { search, status, failed, ...paging }: DocumentFilter): Query {
  if (failed) return pageOfFailures(db, paging)
  if (search) return searchAll(db, search, status, paging)
  return pageByTallies(
    db,
    {
      list: 'documents',
      key: status ? `status:${status}` : 'all',
      id: 'd.id',
      rows: (bind) =>
        `documents d where d.domain_id = $1 and d.party = 'patient' and d.hidden_at is null ${status ? `and d.status = ${bind(status)}` : ''}`,
    },
    paging,
  )
}

/** Documents of centers too: an admin must see every failure. */
const pageOfFailures = (db: Db, paging: Paging): Query =>
  pageOfMatches(
    {
      sql: `select id from documents where domain_id = $1 and step in ('send_failed', 'seal_failed')`,
      parameters: [db.domainId],
    },
    paging,
  )

const searchAll = (db: Db, search: string, status: DocumentStatus | undefined, { offset, limit }: Paging): Query => ({
  sql: 'select count, ids from find_documents($2, $3, $4, $5)',
  parameters: [db.domainId, search, status ?? null, offset, limit],
})

/** The documents of a center's patients, of patients that it referred or got referred, and of addresses that it invited. */
export function pageOfCenterDocuments(db: Db, center: number, { search, status, ...paging }: DocumentFilter): Query {
  const { parameters, bind } = bindValues([db.domainId, center])
  const conditions = [
    ...(status ? [`d.status = ${bind(status)}`] : []),
    ...(search ? [`d.search @@ (select search_query($1, ${bind(search)}))`] : []),
  ]
  const sql = ['harvest_center_id', 'referral_center_id', 'referred_center_id']
    .map(
      (column) => `
    select d.id
    from documents d
    where ${['d.domain_id = $1', `d.${column} = $2`, `d.party = 'patient'`, 'd.hidden_at is null', ...conditions].join(' and ')}`,
    )
    .join('\n    union')
  return pageOfMatches({ sql, parameters }, paging)
}

const CENTER_DOCUMENTS = `coalesce((
      select jsonb_agg(jsonb_build_object(
          'id', d.id, 'document_id', d.document_id, 'name', d.name, 'status', d.status, 'completed_at', d.completed_at)
        order by d.id desc)
      from documents d
      where d.domain_id = u.domain_id and d.harvest_center_id = u.id and d.party = 'center' and d.hidden_at is null), '[]')`
const IS_SIGNED = `exists (
      select
      from documents d
      where d.domain_id = u.domain_id and d.harvest_center_id = u.id and d.party = 'center' and d.kind = 'attestation'
        and d.status = 'Completed' and d.hidden_at is null)`

const { harvest_center, referral_harvest_center } = membershipIds

/** Active centers, or one center, with the documents that they signed. A domain has few centers. */
export function findCenterDocuments(
  db: Db,
  { search, center, ...paging }: Paging & { search?: string | undefined; center?: number | undefined },
): Promise<Page<CenterDocuments>> {
  const { parameters, bind } = bindValues([db.domainId])
  const matches = `
    select u.id
    from users u
    where u.domain_id = $1 and u.subscription in (${harvest_center}, ${referral_harvest_center})
      and ${center === undefined ? 'u.active' : `u.removed_at is null and u.id = ${bind(center)}`}
      ${search ? `and u.search @@ (select search_query($1, ${bind(search)}))` : ''}`
  const rows = `
    select u.id, u.company, u.first_name, u.last_name, u.email, ${IS_SIGNED} as signed, ${CENTER_DOCUMENTS} as documents
    from users u
    where u.domain_id = $1 and u.id = any(page.ids)`
  return readPage<CenterDocuments>(db, pageOfMatches({ sql: matches, parameters }, paging), rows)
}
