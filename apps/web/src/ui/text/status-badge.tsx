import { Badge } from '@mantine/core'

/** The meaning of a status for its reader. It decides the colour, which is never the brand's. */
export type StatusMeaning = 'good' | 'waiting' | 'bad' | 'info' | 'neutral'

const colors: Record<StatusMeaning, string> = { good: 'green', waiting: 'yellow', bad: 'red', info: 'blue', neutral: 'gray' }

interface Props {
  meaning: StatusMeaning
  children: string
}

/** The text states the status; the colour only helps to find it. */
export function StatusBadge({ meaning, children }: Props) {
  return (
    <Badge variant="light" color={colors[meaning]} size="lg" radius="sm" miw="max-content" tt="none" fz="xs" fw={500}>
      {children}
    </Badge>
  )
}
