/**
 * Pages of the lists of documents, newest first or sorted. The list of a domain uses tallies, or the index of words (174-documents.sql). A center
 * has few documents, which are counted directly.
 */

import type { Paging, Sort } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { DocumentSort } from '@vialdesk/contract/documents/document-sort'
import type { CenterDocuments, DocumentStatus } from '@vialdesk/contract/documents/documents'
import type { Db } from '#api/db/db.ts'
import { type List, longBySearch, longByTallies, readList, rowsFoundBy, rowsOf } from '#api/db/list-pages.ts'
import { hasWords, type Page, type Part, type TalliedList, valuesOf } from '#api/db/paging.ts'
import { metByMany, type Order, orderOf, type SortValues, sortedText } from '#api/db/sorted-paging.ts'

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

/** Documents of centers too: an admin must see every failure. */
const failures = rowsOf('d.id', () => `documents d where d.domain_id = $1 and d.step in ('send_failed', 'seal_failed')`)

/** The documents of all patients of the domain, and of addresses without account. */
export function allDocuments(filter: DocumentFilter): List {
  const { search, status, failed } = filter
  const order = orderOfDocuments(filter)
  if (failed) return { matches: failures, order }
  const listed: Part = (bind) =>
    `documents d where d.domain_id = $1 and d.party = 'patient' and d.hidden_at is null ${status ? `and d.status = ${bind(status)}` : ''}`
  const all: TalliedList = { list: 'documents', isKey: () => `key = 'all'`, id: 'd.id', rows: listed }
  if (search) {
    const found = valuesOf(search, status ?? null)
    const rows: Part = (bind) => `${listed(bind)} and ${metByMany(hasWords('d', search, bind))}`
    const matches = rowsFoundBy('documents', 'd', 'find_documents', found)
    return { order, matches, long: longBySearch('find_documents', found, all, rows) }
  }
  const ofStatus: TalliedList = { ...all, isKey: (bind) => `key = ${bind(`status:${status}`)}` }
  return { order, matches: rowsOf('d.id', listed), long: status ? longByTallies(ofStatus, all) : longByTallies(all) }
}

/** The documents of a center's patients, of patients that it referred or got referred, and of addresses that it invited. */
export function documentsOfCenter(center: number, filter: DocumentFilter): List {
  const { search, status } = filter
  const ofColumn = (column: string) =>
    rowsOf('d.id', (bind) => {
      const conditions = ['d.domain_id = $1', `d.${column} = ${bind(center)}`, `d.party = 'patient'`, 'd.hidden_at is null']
      if (status) conditions.push(`d.status = ${bind(status)}`)
      if (search) conditions.push(hasWords('d', search, bind))
      return `documents d where ${conditions.join(' and ')}`
    })
  const parts = ['harvest_center_id', 'referral_center_id', 'referred_center_id'].map(ofColumn)
  return {
    matches: (columns) => (bind) => parts.map((part) => part(columns)(bind)).join(' union '),
    order: orderOfDocuments(filter),
  }
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
  const centers: Part = (bind) => `users u
    where u.domain_id = $1 and u.subscription in (${harvest_center}, ${referral_harvest_center})
      and ${center === undefined ? 'u.active' : `u.removed_at is null and u.id = ${bind(center)}`}
      ${search ? `and ${hasWords('u', search, bind)}` : ''}`
  const rows = `
    select u.id, u.company, u.first_name, u.last_name, u.email, ${IS_SIGNED} as signed, ${CENTER_DOCUMENTS} as documents
    from users u
    where u.domain_id = $1 and u.id = any(page.ids)`
  const order = orderOf(sort, { company: sortedText('u.company') })
  return readList<CenterDocuments>(db, { matches: rowsOf('u.id', centers), order }, paging, rows)
}
