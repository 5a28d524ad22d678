import { Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'

export interface Fact {
  label: string
  /** Undefined: it is not for this reader, and left out. Blank: nobody has entered it. */
  value: ReactNode
}

interface Props {
  title: string
  facts: Fact[]
  /** Of the heading: one below that of what they stand in. */
  order?: 2 | 3
}

/** Pairs of name and value under a heading; a group without a pair to show is not there. */
export function Facts({ title, facts, order = 3 }: Props) {
  const shown = facts.filter(({ value }) => value !== undefined)
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={order} fz="sm" mb="xs">
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

/** Groups of facts, side by side where there is room. */
export function FactGroups({ children }: { children: ReactNode }) {
  return <div className={classes.groups}>{children}</div>
}
