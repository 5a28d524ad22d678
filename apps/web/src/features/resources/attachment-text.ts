import { type Attachment, assetFileTypes } from '@vialdesk/contract/documents/resources'
import { formatBytes } from '#web/lib/format/format-bytes.ts'

/** The name of an attachment; a link without a name is called by its address. */
export const attachmentName = ({ name, path, type }: Pick<Attachment, 'name' | 'path' | 'type'>): string =>
  name || (type === 1 ? path.replace(/^https?:\/\//, '').replace(/\/$/, '') : path)

const typeNames: Record<string, { name: string }> = assetFileTypes

/** `PDF, 1.2 MB`, or the site of a link whose name does not say it. */
export function attachmentHint({ name, type, path, size, media_type }: Attachment): string {
  if (type === 1) return name && URL.canParse(path) ? new URL(path).host : ''
  return [typeNames[media_type ?? '']?.name, size !== null && formatBytes(size)].filter(Boolean).join(', ')
}

/** Pictures and PDFs are shown in the page; other files are saved. */
export const canPreview = ({ media_type }: Pick<Attachment, 'media_type'>): boolean =>
  media_type === 'application/pdf' || (media_type?.startsWith('image/') ?? false)
