import { Center } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { wordsForReading } from '#web/lib/words.ts'
import { FailedScreen } from '#web/ui/failed-screen.tsx'

/** A screen whose data or code failed. Trying again loads it anew. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Center>
      <FailedScreen message={wordsForReading(error)} onRetry={retry} />
    </Center>
  )
}
