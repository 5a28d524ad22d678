import { Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'

interface Props {
  /** Minimum loading time in milliseconds, as specified. */
  atLeast: number
  /** Whether the data of the fields has loaded. */
  ready?: boolean
  children: ReactNode
}

/** A loading state in place of a form. */
export function FieldsLoading({ atLeast, ready = true, children }: Props) {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), atLeast)
    return () => clearTimeout(timer)
  }, [atLeast])
  if (waited && ready) return children
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading Fields
      </span>
      <Stack gap="md" aria-hidden>
        {['name', 'street', 'city', 'country'].map((field) => (
          <Stack gap={6} key={field}>
            <Skeleton h={12} w={110} />
            <Skeleton h={36} />
          </Stack>
        ))}
      </Stack>
    </div>
  )
}
