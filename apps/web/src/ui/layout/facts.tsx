import { Title } from '@mantine/core'
import { createContext, Fragment, type ReactNode, use } from 'react'
import classes from './facts.module.css'

export interface Fact {
  label: string
  /** Undefined is hidden from this user and left out. Blank is not entered yet. */
  value: ReactNode
}

/** The level of headings of facts without one of their own: in a drawer 3, on a page 2. */
export const FactsHeadingLevel = createContext<2 | 3>(3)

interface Props {
  title: string
  facts: Fact[]
  /** The heading level: one below the surrounding heading. */
  headingLevel?: 2 | 3
}

/** Names and values under a heading. A group without visible facts is not rendered. */
export function Facts({ title, facts, headingLevel }: Props) {
  const level = use(FactsHeadingLevel)
  const shown = facts.filter(({ value }) => value !== undefined)
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={headingLevel ?? level} fz="sm" mb="xs">
        {title}
      </Title>
      <dl className={classes.list}>
        {shown.map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value === null || value === '' ? '—' : value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

/** Groups of facts, side by side on wide screens. */
export function FactGroups({ children }: { children: ReactNode }) {
  return <div className={classes.groups}>{children}</div>
}
