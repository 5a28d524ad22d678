import type { ReactNode, Ref } from 'react'
import classes from './signing-screen.module.css'

interface Props {
  label: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** The part of the page that scrolls, between the bars. */
export function DocumentArea({ label, ref, children }: Props) {
  // Keys scroll it only if it can be focused.
  const focusable = { tabIndex: 0 }
  return (
    <main {...focusable} ref={ref} id="content" className={classes.scroll} aria-label={label}>
      {children}
    </main>
  )
}
