import { Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { Delayed } from './delayed.tsx'
import { FailedScreen } from './failed-screen.tsx'

interface Props<Data> {
  /** The result of `useQuery`. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** Default: lines of text. Numbers are the heights of parts below each other. */
  skeleton?: ReactNode | readonly number[]
  /** Announced to screen readers while loading. */
  loading?: string
  /**
   * Much content is rendered in small steps: a slow phone answers to a tap in between, and the skeleton stays until then. Nothing around it
   * may change its size when the data arrives.
   */
  inSteps?: boolean
  children: (data: Data) => ReactNode
}

const lines = (
  <Stack gap="sm">
    <Skeleton h={28} w="40%" />
    <Skeleton h={14} w="70%" />
    <Skeleton h={140} />
  </Stack>
)

/** Parts below each other. */
const partsOf = (heights: readonly number[]) => (
  <Stack gap="md">
    {heights.map((height, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
      <Skeleton key={place} h={height} />
    ))}
  </Stack>
)

/** Shown after a moment, so that it does not flash. */
export const LoadingPart = ({ skeleton = lines, loading = 'Loading…' }: Pick<Props<unknown>, 'skeleton' | 'loading'>) => (
  <Delayed>
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {loading}
      </span>
      {Array.isArray(skeleton) ? partsOf(skeleton) : skeleton}
    </div>
  </Delayed>
)

/** The data of a query, its error, or, after a moment, a skeleton. */
export function Loaded<Data>({ query, inSteps = false, children, ...waiting }: Props<Data>) {
  const later = useDeferredValue(query.data)
  const data = inSteps ? later : query.data
  if (query.data !== undefined && data !== undefined) return children(data)
  if (query.error) return <FailedScreen inline message={readErrorMessage(query.error)} onRetry={() => void query.refetch()} />
  return <LoadingPart {...waiting} />
}
