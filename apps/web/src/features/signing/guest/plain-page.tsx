import { DocumentId } from '@vialdesk/contract/documents/documents'
import type { ReactNode } from 'react'
import { isInFrame } from '#web/lib/browser/in-frame.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { GuestFooter } from '#web/ui/layout/guest-footer.tsx'
import { Problem } from './message.tsx'
import classes from './plain-page.module.css'

interface Props {
  children: ReactNode
  wide?: boolean | undefined
}

/** A page for signers and visitors: the brand, the content and a contact. In a frame only the content. */
export function PlainPage({ children, wide }: Props) {
  const config = portal()
  const { domain, logo } = config
  // The page around the frame has a main part of its own.
  const name = isInFrame() ? 'Signing' : undefined
  const content = (
    <main id="content" tabIndex={-1} className={classes.main} data-wide={wide || undefined} aria-label={name}>
      {children}
    </main>
  )
  if (isInFrame()) return <div className={classes.framed}>{content}</div>
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <BrandMark name={domain.name} logo={logo} size={28} />
      </header>
      {content}
      <GuestFooter {...config} />
    </div>
  )
}

interface DocumentPageProps {
  /** From the address of the page. An address without a document is possible. */
  documentId: string | undefined
  /** The advice for an address without a document. */
  otherwise?: string
  wide?: boolean
  children: (documentId: string) => ReactNode
}

export function DocumentPage({ documentId, otherwise, wide, children }: DocumentPageProps) {
  const { data } = DocumentId.safeParse(documentId)
  return <PlainPage wide={wide}>{data === undefined ? <Problem>{otherwise}</Problem> : children(data)}</PlainPage>
}
