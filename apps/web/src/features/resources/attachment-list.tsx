import { Anchor, Group, Loader, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { type Icon, IconExternalLink, IconFileDownload, IconFileTypeDocx, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Attachment } from '@vialdesk/contract/documents/resources'
import { useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { saveFromUrl } from '#web/lib/browser/save-file.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { PdfPages } from '#web/ui/pdf/pdf-page.tsx'
import { usePdf } from '#web/ui/pdf/use-pdf.ts'
import { attachmentHint, attachmentName, canPreview } from './attachment-text.ts'
import classes from './resources.module.css'

const FAILED = 'Close this window and open the file again.'

async function fetchBytes(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`The file answered ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

function PdfFile({ url }: { url: string }) {
  const bytes = useQuery({
    queryKey: ['resource-file', url],
    queryFn: ({ signal }) => fetchBytes(url, signal),
    staleTime: 'static',
    gcTime: 0,
  })
  const opened = usePdf(bytes.data)
  if (bytes.error || opened.status === 'failed')
    return <FailedScreen inline title="The file could not be shown" message={FAILED} onRetry={() => void bytes.refetch()} />
  if (opened.status === 'pending') return <Skeleton h={480} role="status" aria-label="Loading the file" />
  return <PdfPages pages={opened.pages} />
}

function Picture({ url, name }: { url: string; name: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <FailedScreen inline title="The picture could not be shown" message={FAILED} />
  return <img src={url} alt={name} className={classes.picture} onError={() => setFailed(true)} />
}

/** Shows a picture or a PDF over the page. */
function AttachmentPreview({ preview, onClose }: { preview: Preview | undefined; onClose: () => void }) {
  const shown = useLatestValue(preview)
  const phone = useIsPhone()
  if (!shown) return null
  const { attachment, url } = shown
  const name = attachmentName(attachment)
  return (
    <Modal opened={preview !== undefined} onClose={onClose} title={<bdi>{name}</bdi>} size="xl" fullScreen={phone}>
      <Anchor href={url} target="_blank" rel="noopener noreferrer" display="inline-block" mb="sm">
        Open in a new tab
      </Anchor>
      {attachment.media_type === 'application/pdf' ? (
        <PdfFile key={url} url={url} />
      ) : (
        <Picture key={url} url={url} name={name} />
      )}
    </Modal>
  )
}

interface Preview {
  attachment: Attachment
  /** Works for some minutes. */
  url: string
}

/** Opens attachments and counts the views. Pictures and PDFs open as `preview`; other files are saved. */
function useOpenAttachment() {
  const [preview, setPreview] = useState<Preview>()
  const open = useMutation(apiMutation('POST /api/v1/assets/files/{id}/open/', { onlyReads: true }))
  const count = useMutation(apiMutation('POST /api/v1/assets/files/{id}/open/', { handlesErrors: true, keepsScreen: true }))
  return {
    preview,
    close: () => setPreview(undefined),
    /** The id of the file that is being opened. */
    pending: open.isPending ? open.variables.params.id : undefined,
    openFile: async (attachment: Attachment) => {
      const { url } = await open.mutateAsync({ params: { id: attachment.id } })
      if (canPreview(attachment)) setPreview({ attachment, url })
      else saveFromUrl(url)
    },
    /** The browser opens a link by itself. */
    countLink: ({ id }: Attachment) => count.mutate({ params: { id } }),
  }
}

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
