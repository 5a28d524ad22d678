/**
 * Pages of the lists of documents, newest first or sorted. The list of a domain uses tallies, or the index of words (174-documents.sql). A center
 * has few documents, which are counted directly.
 */
import type { DocumentSort } from '@vialdesk/contract/document-sort'
import type { CenterDocuments, DocumentStatus } from '@vialdesk/contract/documents'
import type { Paging, Sort } from '@vialdesk/contract/primitives'
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import {
  type Bind,
  bindValues,
  type Page,
  pageByTallies,
  pageOfMatches,
  type Query,
  readPage,
  sumOfTallies,
} from '#api/db/paging.ts'
import {
  ALL_ROWS,
  metByMany,
  type Order,
  orderOf,
  pageInOrder,
  pageOfFiltered,
  type SortValues,
  sortedMatches,
  sortedText,
} from '#api/db/sorted-paging.ts'

export type DocumentFilter = Paging & {
  search?: string | undefined
  status?: DocumentStatus | undefined
  failed?: '1' | undefined
  sort?: DocumentSort | undefined
}

const sortValues: SortValues<'id' | 'name' | 'status' | 'requested' | 'completed'> = {
  id: { value: 'd.id' },
  // A document always has a name.
  name: { value: sortedText('d.name').value },
  status: { value: 'document_status_number(d.status)' },
  requested: { value: 'd.created_at' },
  completed: { value: 'd.completed_at', nullable: true },
}

/** Documents of one status are not sorted by it: the index would begin with the documents of the statuses before. */
function orderOfDocuments({ sort, status }: Pick<DocumentFilter, 'sort' | 'status'>): Order | undefined {
  const order = orderOf(sort, sortValues)
  return order && status && order.value === sortValues.status.value ? { ...order, ...sortValues.id } : order
}

/** The documents of all patients of the domain, and of addresses without account. */
export function pageOfAllDocuments(db: Db, filter: DocumentFilter): Query | Promise<Query> {
  const order = orderOfDocuments(filter)
  if (filter.failed) return pageOfFailures(db, filter, order)
  return order ? pageOfAllInOrder(db, filter, order) : pageOfAll(db, filter)
}

const listedDocuments = ({ status }: DocumentFilter, bind: Bind) =>
  `documents d where d.domain_id = $1 and d.party = 'patient' and d.hidden_at is null ${status ? `and d.status = ${bind(status)}` : ''}`

function pageOfAll(db: Db, filter: DocumentFilter): Query {
  const { search, status } = filter
  if (search) return searchAll(db, search, status, filter)
  return pageByTallies(
    db,
    { list: 'documents', key: status ? `status:${status}` : 'all', id: 'd.id', rows: (bind) => listedDocuments(filter, bind) },
    filter,
  )
}

function pageOfAllInOrder(db: Db, filter: DocumentFilter, order: Order): Query | Promise<Query> {
  const { search, status } = filter
  if (!search && !status) {
    const list = { id: 'd.id', rows: (bind: Bind) => listedDocuments(filter, bind) }
    return pageInOrder(db, { ...list, count: () => sumOfTallies('documents', `key = 'all'`) }, order, filter)
  }
  const one = { limit: 1, offset: 0 }
  return pageOfFiltered(
    db,
    {
      own: pageOfAll(db, { ...filter, ...one }),
      all: pageOfAll(db, one),
      matches: (column) => (search ? selectFound(db, search, status, column) : selectListed(db, filter, column)),
      id: 'd.id',
      rows: (bind) => {
        const hasWords = search ? `and ${metByMany(`d.search @@ (select search_query($1, ${bind(search)}))`)}` : ''
        return `${listedDocuments(filter, bind)} ${hasWords}`
      },
    },
    order,
    filter,
  )
}

function selectListed(db: Db, filter: DocumentFilter, column: string): Query {
  const { parameters, bind } = bindValues([db.domainId])
  return { sql: `select d.id ${column} from ${listedDocuments(filter, bind)}`, parameters }
}

/** All documents of a search. */
const selectFound = (db: Db, search: string, status: DocumentStatus | undefined, column: string): Query => ({
  sql: `
    select d.id ${column}
    from documents d
    where d.domain_id = $1
      and d.id = any(array(select unnest(ids) from find_documents($2, $3, 0, ${ALL_ROWS})))`,
  parameters: [db.domainId, search, status ?? null],
})

/** Documents of centers too: an admin must see every failure. */
function pageOfFailures(db: Db, paging: Paging, sorted: Order | undefined): Query {
  const { column, order } = sortedMatches(sorted)
  const sql = `select d.id ${column} from documents d where d.domain_id = $1 and d.step in ('send_failed', 'seal_failed')`
  return pageOfMatches({ sql, parameters: [db.domainId] }, paging, order)
}

const searchAll = (db: Db, search: string, status: DocumentStatus | undefined, { offset, limit }: Paging): Query => ({
  sql: 'select count, ids from find_documents($2, $3, $4, $5)',
  parameters: [db.domainId, search, status ?? null, offset, limit],
})

/** The documents of a center's patients, of patients that it referred or got referred, and of addresses that it invited. */
export function pageOfCenterDocuments(db: Db, center: number, filter: DocumentFilter): Query {
  const { search, status } = filter
  const sorted = sortedMatches(orderOfDocuments(filter))
  const { parameters, bind } = bindValues([db.domainId, center])
  const conditions = [
    ...(status ? [`d.status = ${bind(status)}`] : []),
    ...(search ? [`d.search @@ (select search_query($1, ${bind(search)}))`] : []),
  ]
  const sql = ['harvest_center_id', 'referral_center_id', 'referred_center_id']
    .map(
      (column) => `
    select d.id ${sorted.column}
    from documents d
    where ${['d.domain_id = $1', `d.${column} = $2`, `d.party = 'patient'`, 'd.hidden_at is null', ...conditions].join(' and ')}`,
    )
    .join('\n    union')
  return pageOfMatches({ sql, parameters }, filter, sorted.order)
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

type CenterDocumentFilter = Paging & {
  search?: string | undefined
  center?: number | undefined
  sort?: Sort<'company'> | undefined
}

/** Active centers, or one center, with the documents that they signed. A domain has few centers. */
export function findCenterDocuments(
  db: Db,
  { search, center, sort, ...paging }: CenterDocumentFilter,
): Promise<Page<CenterDocuments>> {
  const { parameters, bind } = bindValues([db.domainId])
  const { column, order } = sortedMatches(orderOf(sort, { company: sortedText('u.company') }))
  const matches = `
    select u.id ${column}
    from users u
    where u.domain_id = $1 and u.subscription in (${harvest_center}, ${referral_harvest_center})
      and ${center === undefined ? 'u.active' : `u.removed_at is null and u.id = ${bind(center)}`}
      ${search ? `and u.search @@ (select search_query($1, ${bind(search)}))` : ''}`
  const rows = `
    select u.id, u.company, u.first_name, u.last_name, u.email, ${IS_SIGNED} as signed, ${CENTER_DOCUMENTS} as documents
    from users u
    where u.domain_id = $1 and u.id = any(page.ids)`
  return readPage<CenterDocuments>(db, pageOfMatches({ sql: matches, parameters }, paging, order), rows)
}
