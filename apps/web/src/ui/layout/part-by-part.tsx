import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'
import { HoldBelow } from './delayed.tsx'

/**
 * Shows its children one after the other, each in a task of its own: the first is visible sooner, and a slow phone answers to a tap in
 * between. The shell hides what is below until the last one is there.
 */
export function PartByPart({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children)
  const [shown, setShown] = useState(1)
  const isDone = shown >= parts.length
  useEffect(() => {
    if (isDone) return
    const timer = setTimeout(() => startTransition(() => setShown(shown + 1)))
    return () => clearTimeout(timer)
  }, [shown, isDone])
  return (
    <>
      {parts.slice(0, shown)}
      {!isDone && <HoldBelow />}
    </>
  )
}
