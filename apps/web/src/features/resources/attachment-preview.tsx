import { Anchor, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { PdfPages } from '#web/ui/pdf/pdf-pages.tsx'
import { usePdf } from '#web/ui/pdf/use-pdf.ts'
import { attachmentName } from './attachment-text.ts'
import classes from './resources.module.css'
import type { Preview } from './use-open-attachment.ts'

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
export function AttachmentPreview({ preview, onClose }: { preview: Preview | undefined; onClose: () => void }) {
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
