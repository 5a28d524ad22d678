import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import classes from './record-link.module.css'

/** Inside, names are plain text: in the small lines of a row on a phone, where a tap opens the row itself. */
export const PlainNames = createContext(false)

interface Props {
  /** The path of the record's page; plain text without it. */
  to: string | undefined
  /** For screen readers, when the text alone does not say where the link leads. */
  label?: string
  children: ReactNode
}

/** A record that is named in a text or cell, with a link to its page. */
export function RecordLink({ to, label, children }: Props) {
  const isPlain = use(PlainNames)
  if (isPlain) return <bdi>{children}</bdi>
  if (to === undefined) return <bdi className={classes.name}>{children}</bdi>
  return (
    <Link to={to} className={classes.link} aria-label={label}>
      <bdi>{children}</bdi>
    </Link>
  )
}
