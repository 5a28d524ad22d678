import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'

interface Props {
  title?: string
  /** Describes the failure and the next step. */
  message: ReactNode
  onRetry?: () => void
  /** Another action. */
  action?: ReactNode
  /** For use in a screen that has its own title. */
  inline?: boolean
}

/** A retry removes the button. The focus moves to its container, so that keyboard users do not start at the top of the page. */
const keepPlace = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest<HTMLElement>('[role="dialog"], main')?.focus({ preventScroll: true })

/** An error in place of content, with a retry. */
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
