import { Alert, Anchor } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  count: number
  color: 'blue' | 'yellow' | 'red'
  icon: ReactNode
  /** What waits, if it is one and if it is more. */
  text: [one: string, more: (count: number) => string]
  /** The list of what waits. */
  link: LinkProps | undefined
  /** The label of the link. */
  action: string
}

/** Says that something waits for the reader. Hidden while there is nothing. */
export function CountAlert({ count, color, icon, text: [one, more], link, action }: Props) {
  if (count === 0) return null
  return (
    <Alert role="note" color={color} icon={icon}>
      {count === 1 ? one : more(count)}.{' '}
      <Anchor inherit fw={600} c="inherit" underline="always" renderRoot={(props) => <Link {...props} {...link} />}>
        {action}
      </Anchor>
    </Alert>
  )
}
