import type { ReactNode } from 'react'
import { isInFrame } from '#web/lib/browser/in-frame.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { GuestFooter } from '#web/ui/layout/guest-footer.tsx'
import classes from './plain-page.module.css'

/** A page for signers and visitors: the brand, the content and a contact. In a frame only the content. */
export function PlainPage({ children, wide }: { children: ReactNode; wide?: boolean }) {
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
