import {
  type Asset,
  type AssetEdit,
  type Attachment,
  assetFileTypes,
  type NewAsset,
} from '@vialdesk/contract/documents/resources'

/** An attachment in the form, with a key of its own there. */
export type AttachmentRow = Pick<Attachment, 'type' | 'name' | 'path'> & { key: string; id?: number }
export type AssetValues = Omit<NewAsset, 'assets'> & { assets: AttachmentRow[] }

export const initialValuesOf = (asset: Asset | undefined): AssetValues => ({
  asset_name: asset?.asset_name ?? '',
  description: asset?.description ?? '',
  membership_ids: asset?.membership_ids.split(',').filter(Boolean).map(Number) ?? [],
  sections: asset?.sections.map(({ url }) => ({ url })) ?? [],
  assets: asset?.assets.map(({ id, type, name, path }) => ({ key: `${id}`, id, type, name, path })) ?? [],
})

/** The change of an asset as the form loaded it: attachments that are no longer in the form are removed. */
export function editOf(asset: Asset, body: NewAsset): AssetEdit {
  const kept = new Set(body.assets.map(({ id }) => id))
  return { ...body, version: asset.version, assets_remove: asset.assets.map(({ id }) => id).filter((id) => !kept.has(id)) }
}

const endings = Object.values(assetFileTypes).map(({ extension }) => extension)
const ENDING = new RegExp(`\\.(${endings.join('|')}|jpeg)$`, 'i')

/** The first name of an uploaded file: without its ending, which the server adds. */
export const nameOfFile = (filename: string): string => filename.replace(ENDING, '').slice(0, 200) || filename
