/** A table without behaviour. Its cells are plain elements, because a list has a hundred of them and each component costs time. */
import type { ComponentProps, ReactNode, Ref } from 'react'
import classes from './table.module.css'

interface TableProps extends ComponentProps<'table'> {
  /** For a table of facts within a section: lower rows. */
  tight?: boolean
}

export const PlainTable = ({ tight, ...table }: TableProps) => (
  <table {...table} className={classes.table} data-tight={tight || undefined} />
)

interface ScrollProps {
  ref?: Ref<HTMLDivElement>
  /** Pixels. A narrower place scrolls. */
  minWidth: number
  /** The head can stay in sight. */
  roomy?: boolean
  children: ReactNode
}

/** Scrolls a wide table inside its place, so that it never makes the page wider. */
export const ScrollPlace = ({ ref, minWidth, roomy, children }: ScrollProps) => (
  <div ref={ref} className={classes.scroll} data-roomy={roomy || undefined}>
    <div style={{ minWidth: `${minWidth / 16}rem` }}>{children}</div>
  </div>
)
