import { Center } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { readErrorMessage } from '#web/lib/format/error-message.ts'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'

/** Shown when the data or code of a screen failed to load. A retry loads it again. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Center>
      <FailedScreen message={readErrorMessage(error)} onRetry={retry} />
    </Center>
  )
}
