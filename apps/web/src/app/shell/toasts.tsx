import { type ComponentType, useEffect, useState } from 'react'
import { useHostWanted } from '#web/lib/browser/toast.ts'

/** The place of short messages. It loads with the first message. */
export function Toasts() {
  const isWanted = useHostWanted()
  const [Host, setHost] = useState<ComponentType>()
  useEffect(() => {
    if (!isWanted) return
    import('./toast-host.tsx').then(
      ({ ToastHost }) => setHost(() => ToastHost),
      // The message needs the same file, so it cannot be shown either.
      () => undefined,
    )
  }, [isWanted])
  return Host && <Host />
}
