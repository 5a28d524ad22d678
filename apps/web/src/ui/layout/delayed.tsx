import { type ReactNode, useEffect, useState } from 'react'
import { useActivity } from '#web/lib/browser/activity.ts'

/** Milliseconds. Faster content never shows a skeleton. */
const DELAY_MS = 250

/** Hides what is below in the shell, for a part that has no skeleton because its size is not known. */
export function HoldBelow() {
  useActivity(true)
  return <div data-loading hidden />
}

/** Keeps the space of a skeleton from the first moment, so that nothing moves when it shows. The shell hides what is below it. */
export function Delayed({ children }: { children: ReactNode }) {
  const [waited, setWaited] = useState(false)
  useActivity(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div data-loading style={{ display: 'contents', visibility: waited ? undefined : 'hidden' }}>
      {children}
    </div>
  )
}
