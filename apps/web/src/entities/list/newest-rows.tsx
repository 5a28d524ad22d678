import { Anchor, Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'

/** How many rows are shown. */
export const NEWEST = 5

interface Props<Row> extends Omit<ComponentProps<typeof ShortList<Row>>, 'label' | 'rows' | 'rowKey'> {
  title: string
  /** The screen with the whole list. */
  all: { to: LinkProps['to']; label: string }
  query: ComponentProps<typeof Loaded<{ results: Row[] }>>['query']
}

/** The newest rows of a list, on a dashboard. */
export const NewestRows = <Row extends { id: number }>({ title, all, query, ...rows }: Props<Row>) => (
  <Section
    title={title}
    action={
      <Anchor component={Link} to={all.to} size="sm">
        {all.label}
      </Anchor>
    }
  >
    <Loaded query={query} skeleton={<Skeleton h={NEWEST * 49} />}>
      {({ results }) => <ShortList label={title} rows={results} rowKey={({ id }) => id} {...rows} />}
    </Loaded>
  </Section>
)
