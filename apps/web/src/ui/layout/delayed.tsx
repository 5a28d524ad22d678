import { type ReactNode, useEffect, useState } from 'react'

/** Milliseconds. Faster content never shows a skeleton. */
const DELAY_MS = 250

export function Delayed({ children }: { children: ReactNode }) {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return waited ? children : null
}
