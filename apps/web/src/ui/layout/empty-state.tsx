import { Stack, Text, ThemeIcon } from '@mantine/core'
import { type Icon, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const NOTHING = "Empty table. There's nothing to show"

interface Props {
  title?: string
  /** Says what comes next, and who does it. */
  hint: ReactNode
  icon?: Icon
  action?: ReactNode
}

/** A text and an icon for an empty list or screen. */
export function EmptyState({ title = NOTHING, hint, icon: Shown = IconInbox, action }: Props) {
  return (
    <Stack align="center" gap={6} py={48} px="md" ta="center" role="status">
      <ThemeIcon variant="light" color="gray" size={44} radius="xl" mb={6} aria-hidden>
        <Shown size={22} stroke={1.5} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" maw={420} style={{ textWrap: 'balance' }}>
        {hint}
      </Text>
      {action && <div style={{ marginTop: 10 }}>{action}</div>}
    </Stack>
  )
}
