import { Anchor, Group, Loader, Stack, Text } from '@mantine/core'
import { type Icon, IconExternalLink, IconFileDownload, IconFileTypeDocx, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { Attachment } from '@vialdesk/contract/resources'
import { AttachmentPreview } from './attachment-preview.tsx'
import { attachmentHint, attachmentName } from './attachment-text.ts'
import classes from './resources.module.css'
import { useOpenAttachment } from './use-open-attachment.ts'

function iconOf({ type, media_type }: Attachment): Icon {
  if (type === 1) return IconExternalLink
  if (media_type === 'application/pdf') return IconFileTypePdf
  if (media_type?.startsWith('image/')) return IconPhoto
  return media_type?.includes('word') ? IconFileTypeDocx : IconFileDownload
}

interface ItemProps {
  attachment: Attachment & { views?: number }
  opening: ReturnType<typeof useOpenAttachment>
}

function Target({ attachment, opening }: ItemProps) {
  const name = <bdi>{attachmentName(attachment)}</bdi>
  if (attachment.type === 1) {
    return (
      <Anchor
        href={attachment.path}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => opening.countLink(attachment)}
        className={classes.target}
      >
        {name}
        <span className="visually-hidden"> (opens a new tab)</span>
      </Anchor>
    )
  }
  return (
    <Anchor
      component="button"
      type="button"
      ta="left"
      disabled={opening.pending !== undefined}
      onClick={() => void opening.openFile(attachment).catch(() => undefined)}
      className={classes.target}
    >
      {name}
    </Anchor>
  )
}

function Item({ attachment, opening }: ItemProps) {
  const Shown = iconOf(attachment)
  const { views } = attachment
  const hint = [attachmentHint(attachment), views !== undefined && `${views} ${views === 1 ? 'view' : 'views'}`]
  return (
    <Group component="li" gap={8} wrap="nowrap" align="flex-start">
      {opening.pending === attachment.id ? (
        <Loader size={18} className={classes.icon} role="status" aria-label="Opening the file" />
      ) : (
        <Shown size={18} stroke={1.6} className={classes.icon} aria-hidden />
      )}
      <div className={classes.words}>
        <Target attachment={attachment} opening={opening} />
        <Text size="sm" c="dimmed" span display="block" className={classes.hint}>
          {hint.filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  )
}

/** The links and files of an asset. Pictures and PDFs open in the page, links in a new tab. */
export function AttachmentList({ label, attachments }: { label: string; attachments: ItemProps['attachment'][] }) {
  const opening = useOpenAttachment()
  if (attachments.length === 0) return null
  return (
    <>
      <Stack component="ul" gap={8} aria-label={label}>
        {attachments.map((attachment) => (
          <Item key={attachment.id} attachment={attachment} opening={opening} />
        ))}
      </Stack>
      <AttachmentPreview preview={opening.preview} onClose={opening.close} />
    </>
  )
}
