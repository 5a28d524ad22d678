import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { wordsForReading } from '#web/lib/words.ts'
import { Delayed } from './delayed.tsx'
import { FailedScreen } from './failed-screen.tsx'

interface Props<Data> {
  /** The result of `useQuery` fits. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** The shape of what is about to come; lines of text unless said otherwise. */
  skeleton?: ReactNode
  /** Said to screen readers until then. */
  loading?: string
  children: (data: Data) => ReactNode
}

const lines = (
  <Stack gap="sm">
    <Skeleton h={28} w="40%" />
    <Skeleton h={14} w="70%" />
    <Skeleton h={140} />
  </Stack>
)

/** What a query has to say: its data, why not, or, after a moment, that it is on its way. */
export function Loaded<Data>({ query, skeleton = lines, loading = 'Loading…', children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <FailedScreen inline message={wordsForReading(query.error)} onRetry={() => void query.refetch()} />
  return (
    <Delayed>
      <div aria-busy="true">
        <span className="visually-hidden" role="status">
          {loading}
        </span>
        {skeleton}
      </div>
    </Delayed>
  )
}
