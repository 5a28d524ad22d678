import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'

interface Props {
  title?: string
  /** What happened and what to do, in words for people. */
  message: ReactNode
  onRetry?: () => void
  /** Another way out. */
  action?: ReactNode
  /** Within a screen that has its own title already. */
  inline?: boolean
}

/** Trying again takes the button away; whoever came by keys goes on from what it stood in, not from the top of the page. */
const keepPlace = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest<HTMLElement>('[role="dialog"], main')?.focus({ preventScroll: true })

/** Something could not be shown: says why, and offers the next step. */
export function FailedScreen({ title = 'This could not be loaded', message, onRetry, action, inline }: Props) {
  return (
    <Stack align="center" gap={6} py={inline ? 40 : 96} px="md" ta="center" role="alert">
      <ThemeIcon variant="light" color="red" size={44} radius="xl" mb={6} aria-hidden>
        <IconAlertTriangle size={22} stroke={1.5} />
      </ThemeIcon>
      {inline ? <Text fw={600}>{title}</Text> : <Title order={1}>{title}</Title>}
      <Text c="dimmed" maw={460} style={{ textWrap: 'balance' }}>
        {message}
      </Text>
      {onRetry && (
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconRefresh size={16} />}
          onClick={(event) => {
            keepPlace(event)
            onRetry()
          }}
        >
          Try again
        </Button>
      )}
      {action}
    </Stack>
  )
}
