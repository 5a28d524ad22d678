import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
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
  const section = useRef<HTMLElement>(null)
  // The router scrolls when the screen opens. A section that waits for data appears later.
  useEffect(() => {
    if (anchor !== undefined && location.hash === `#${anchor}`) section.current?.scrollIntoView()
  }, [anchor])
  return (
    <section ref={section} aria-labelledby={id} id={anchor} className={classes.section}>
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
