import { useEffect, useEffectEvent, useState } from 'react'
import { TOAST_MS } from '#web/lib/browser/toast.ts'

/** Hides a message after a number of milliseconds. */
export function useTimedMessage(message: string | undefined, milliseconds: number): string | undefined {
  const [gone, setGone] = useState<string>()
  useEffect(() => {
    setGone(undefined)
    if (message === undefined) return
    const timer = setTimeout(() => setGone(message), milliseconds)
    return () => clearTimeout(timer)
  }, [message, milliseconds])
  return message === gone ? undefined : message
}

/** Shows a success message for the specified time, then closes the form. */
export function useSavedMessage(onClose: () => void) {
  const [message, show] = useState<string>()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(() => {
      show(undefined)
      close()
    }, TOAST_MS.success)
    return () => clearTimeout(timer)
  }, [message])
  return { message, show }
}
