import type { ReactNode } from 'react'
import { isInFrame } from '#web/lib/browser/in-frame.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import classes from './brand-page.module.css'

/** A page with the brand alone, for when its frame could not be loaded. */
export function BrandPage({ children }: { children: ReactNode }) {
  const { domain, logo } = portal()
  return (
    <>
      {!isInFrame() && (
        <header className={classes.bar}>
          <a href="/" className={classes.brand}>
            <BrandMark name={domain.name} logo={logo} />
          </a>
        </header>
      )}
      <main>{children}</main>
    </>
  )
}
