import { Badge } from '@mantine/core'

/** What a status means to the one who reads it; its colour is never the brand's. */
export type Meaning = 'good' | 'waiting' | 'bad' | 'info' | 'neutral'

const colors: Record<Meaning, string> = { good: 'green', waiting: 'yellow', bad: 'red', info: 'blue', neutral: 'gray' }

interface Props {
  meaning: Meaning
  children: string
}

/** The word carries the status; the colour only helps to find it. */
export function StatusBadge({ meaning, children }: Props) {
  return (
    <Badge variant="light" color={colors[meaning]} size="lg" radius="sm" miw="max-content" tt="none" fz="xs" fw={500}>
      {children}
    </Badge>
  )
}
