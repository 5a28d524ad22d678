import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { PdfPages } from '#web/ui/pdf/pdf-pages.tsx'
import { type ShownPage, usePdf } from '#web/ui/pdf/use-pdf.ts'

interface Props {
  /** Undefined while the file is loading. */
  bytes: Uint8Array | undefined
  zoom?: number
  label: string
  overlay?: (page: ShownPage, width: number) => ReactNode
  onDrawn?: (page: number) => void
}

/** The pages of the document, its loading and its failure. */
export function ReadOnlyPages({ bytes, zoom = 1, label, overlay, onDrawn }: Props) {
  const opened = usePdf(bytes)
  if (opened.status === 'failed')
    return <FailedScreen inline title="The document could not be shown" message="Update your browser, or try another device." />
  if (opened.status === 'pending') return <Skeleton h={480} role="status" aria-label={`Loading ${label}`} />
  return <PdfPages pages={opened.pages} zoom={zoom} {...(overlay && { overlay })} {...(onDrawn && { onDrawn })} />
}
