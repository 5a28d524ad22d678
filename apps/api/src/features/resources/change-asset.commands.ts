/** Admins add, change and remove assets. */
import type { Asset, AssetEdit, NewAsset } from '@vialdesk/contract/documents/resources'
import type { Db } from '#api/db/db.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { getAsset } from './resources.queries.ts'
import { removeAttachments, saveAttachments } from './save-attachments.commands.ts'

/** What the audit keeps of an asset. */
const auditedValues = ({ asset_name, description, membership_ids, sections, assets }: Asset) => ({
  ...{ asset_name, description, membership_ids },
  sections: sections.map(({ url }) => url),
  assets: assets.map(({ name, path }) => ({ name, path })),
})

export async function addAsset(db: Db, { sections, assets, ...values }: NewAsset): Promise<Asset> {
  const { id } = await db.insertWithId('assets', { ...rowOf(values) })
  await saveSections(db, id, sections)
  await saveAttachments(db, id, assets)
  const asset = await getAsset(db, id)
  audit(db, { type: 'resource.added', subject: id, after: auditedValues(asset) })
  return asset
}

/** Keeps what the edit does not name. Attachments go only by `assets_remove`. An edit of an older version is refused. */
export async function editAsset(db: Db, id: number, edit: AssetEdit): Promise<Asset> {
  const { sections, assets, assets_remove = [], version, ...values } = edit
  const locked = await lockAsset(db, id)
  if (version !== undefined && version !== locked.version) fail('conflict')
  const was = await getAsset(db, id)
  const row = { ...rowOf(values), version: locked.version + 1 }
  await db.updateRows('assets', { id }, row)
  if (sections) await saveSections(db, id, sections)
  await removeAttachments(db, id, assets_remove)
  if (assets) await saveAttachments(db, id, assets)
  const asset = await getAsset(db, id)
  const changes = changesBetween(auditedValues(was), auditedValues(asset))
  if (changes) audit(db, { type: 'resource.changed', subject: id, ...changes })
  return asset
}

export async function removeAsset(db: Db, id: number): Promise<void> {
  await lockAsset(db, id)
  const asset = await getAsset(db, id)
  await removeAttachments(
    db,
    id,
    asset.assets.map((attachment) => attachment.id),
  )
  await db.deleteRows('assets', { id })
  audit(db, { type: 'resource.removed', subject: id, before: auditedValues(asset) })
}

/** Each membership once, in order. */
const rowOf = <Values extends { membership_ids?: number[] | undefined }>({ membership_ids, ...values }: Values) => ({
  ...values,
  ...(membership_ids && { membership_ids: [...new Set(membership_ids)].sort((a, b) => a - b) }),
})

/** Locks the asset until the transaction ends, so that two admins do not mix their attachments. */
const lockAsset = async (db: Db, id: number) => (await db.lockRow('assets', { id })) ?? fail('not_found')

/** Replaces the sections. Those that stay keep their id. */
async function saveSections(db: Db, assetId: number, sections: { url: string }[]): Promise<void> {
  const urls = [...new Set(sections.map(({ url }) => url))]
  await db.rows('delete from asset_sections where domain_id = $1 and asset_id = $2 and url <> all($3)', [
    db.domainId,
    assetId,
    urls,
  ])
  await db.rows(
    `insert into asset_sections (domain_id, asset_id, position, url)
     select $1, $2, given.position, given.url
     from unnest($3::text[]) with ordinality given (url, position)
     on conflict (domain_id, asset_id, url) do update set position = excluded.position`,
    [db.domainId, assetId, urls],
  )
}
