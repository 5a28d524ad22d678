import { Group, Stack, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './stat.module.css'

interface Props {
  label: string
  /** The formatted figure. */
  value: ReactNode
  /** The period or the comparison of the figure. */
  note?: ReactNode
  /** The list that the figure counts. */
  link?: LinkProps | undefined
}

/** One figure with its name. Use several in a `StatRow`. */
export function Stat({ label, value, note, link }: Props) {
  return (
    <Stack gap={2} className={classes.stat} data-link={link ? true : undefined} component="dl">
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" className={classes.value}>
        {link ? (
          <Link {...link} className={classes.link} aria-label={`${label}: ${typeof value === 'string' ? value : ''}`}>
            {value}
          </Link>
        ) : (
          value
        )}
      </Text>
      {note && (
        <Text component="dd" size="sm" c="dimmed" m={0}>
          {note}
        </Text>
      )}
    </Stack>
  )
}

export function StatRow({ children }: { children: ReactNode }) {
  return (
    <Group className={classes.row} gap={0} align="stretch">
      {children}
    </Group>
  )
}
