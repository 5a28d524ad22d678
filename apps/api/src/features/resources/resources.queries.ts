/** Assets as admins manage them, and the resources that the users of a membership see. */

import type { Paging, Sort } from '@vialdesk/contract/base/primitives'
import type { Asset, Attachment, Resource } from '@vialdesk/contract/documents/resources'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { type Bind, bindValues, type Page, type Part } from '#api/db/paging.ts'
import { orderOf, sortedText } from '#api/db/sorted-paging.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { audienceOf } from './resources.policy.ts'
import { isSectionOf } from './section-path.pure.ts'

type Search = Paging & { search?: string | undefined; sort?: Sort<'id' | 'name'> | undefined }

const SECTIONS = `from asset_sections s where s.domain_id = a.domain_id and s.asset_id = a.id`

const attachments = (more: string) => `
      array(
        select json_build_object(
          'id', t.id, 'name', t.name, 'path', coalesce(t.url, t.file_name), 'type', t.type,
          'size', f.size, 'media_type', f.media_type${more})
        from asset_attachments t
        left join asset_files f on f.domain_id = t.domain_id and f.name = t.file_name
        where t.domain_id = a.domain_id
          and t.asset_id = a.id
        order by t.position, t.id)`

const SELECT_ASSETS = `
    select a.id, a.asset_name, a.description, a.domain_id as domain, a.version,
      array_to_string(a.membership_ids, ',') as membership_ids,
      array_to_json(array(select json_build_object('id', s.id, 'url', s.url) ${SECTIONS} order by s.position)) as sections,
      array_to_json(${attachments(`, 'views', t.views`)}) as assets
    from assets a
    where a.domain_id = $1`

const SELECT_RESOURCES = `
    select a.id, a.asset_name, a.description,
      array_to_json(array(select s.url ${SECTIONS} order by s.position)) as sections,
      array_to_json(${attachments('')}) as assets
    from assets a
    where a.domain_id = $1`

/** Assets that the reader sees: those of its membership, and all for admins. */
function seenBy(reader: Viewer, bind: Bind): string {
  const audience = audienceOf(reader)
  if (audience === null) return 'true'
  return audience === undefined ? 'false' : `${bind(audience)}::smallint = any(a.membership_ids)`
}

/** $1 is the domain: with that of `a`, PostgreSQL may read the attachments of all domains at once. */
const hasText = (place: string) => `(
      position(${place} in lower(a.id || ' ' || a.asset_name || ' ' || a.description)) > 0
      or exists (
        select 1
        from asset_attachments t
        where t.domain_id = $1
          and t.asset_id = a.id
          and position(${place} in lower(t.name || ' ' || coalesce(t.url, ''))) > 0)
      or exists (
        select 1
        from asset_sections s
        where s.domain_id = $1 and s.asset_id = a.id and position(${place} in lower(s.url)) > 0))`

function readAssets<Row extends { id: number }>(db: Db, viewer: Viewer, { search, sort, ...paging }: Search, rows: string) {
  const seen: Part = (bind) =>
    `assets a where a.domain_id = $1 and ${seenBy(viewer, bind)} ${search ? `and ${hasText(bind(search.toLowerCase()))}` : ''}`
  const order = orderOf(sort, { id: { value: 'a.id' }, name: sortedText('a.asset_name') })
  return readList<Row>(db, { matches: rowsOf('a.id', seen), order }, paging, `${rows} and a.id = any(page.ids)`)
}

/** The newest first. */
export const listAssets = (db: Db, viewer: Viewer, query: Search): Promise<Page<Asset>> =>
  readAssets<Asset>(db, viewer, query, SELECT_ASSETS)

/** The newest first. */
export const listResources = (db: Db, viewer: Viewer, query: Search): Promise<Page<Resource>> =>
  readAssets<Resource>(db, viewer, query, SELECT_RESOURCES)

export async function getAsset(db: Db, id: number): Promise<Asset> {
  const [asset] = await db.rows<Asset>(`${SELECT_ASSETS} and a.id = $2`, [db.domainId, id])
  return asset ?? fail('not_found')
}

const MOST_SUGGESTIONS = 50

/** The resources of the reader that are suggested on the page with this path; the newest first. */
export async function suggestResources(db: Db, viewer: Viewer, path: string): Promise<Resource[]> {
  const seen = bindValues([db.domainId])
  const sections = await db.rows<{ url: string }>(
    `select distinct s.url
     from asset_sections s
     join assets a on a.domain_id = s.domain_id and a.id = s.asset_id
     where s.domain_id = $1 and ${seenBy(viewer, seen.bind)}`,
    seen.parameters,
  )
  const matching = sections.map(({ url }) => url).filter((url) => isSectionOf(url, path))
  if (matching.length === 0) return []
  const { parameters, bind } = bindValues([db.domainId])
  return db.rows<Resource>(
    `${SELECT_RESOURCES}
      and ${seenBy(viewer, bind)}
      and exists (select 1 ${SECTIONS} and s.url = any(${bind(matching)}))
    order by a.id desc
    limit ${MOST_SUGGESTIONS}`,
    parameters,
  )
}

export interface OpenedAttachment {
  id: number
  type: Attachment['type']
  name: string
  url: string | null
  file_name: string | null
  media_type: string | null
}

/** An attachment of an asset that the reader sees, by its id or the name of its file; not_found for all others. */
export async function getAttachment(
  db: Db,
  viewer: Viewer,
  [column, value]: ['id', number] | ['file_name', string],
): Promise<OpenedAttachment> {
  const { parameters, bind } = bindValues([db.domainId, value])
  const [row] = await db.rows<OpenedAttachment>(
    `select t.id, t.type, t.name, t.url, t.file_name, f.media_type
     from asset_attachments t
     join assets a on a.domain_id = t.domain_id and a.id = t.asset_id
     left join asset_files f on f.domain_id = t.domain_id and f.name = t.file_name
     where t.domain_id = $1 and t.${column} = $2 and ${seenBy(viewer, bind)}`,
    parameters,
  )
  return row ?? fail('not_found')
}
