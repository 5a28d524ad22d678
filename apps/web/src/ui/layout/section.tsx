import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

interface Props {
  title: string
  /** One sentence under the title. */
  lead?: ReactNode
  /** A button or link at the right of the title. */
  action?: ReactNode
  /** The name by which a link scrolls to the section. */
  anchor?: string
  children: ReactNode
}

/** A part of a screen under its own heading. */
export function Section({ title, lead, action, anchor, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} id={anchor}>
      <Group justify="space-between" align="baseline" gap="xs" mb="sm">
        <div className={classes.heading}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {lead && <Text c="dimmed">{lead}</Text>}
        </div>
        {action}
      </Group>
      {children}
    </section>
  )
}
