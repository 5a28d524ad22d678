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

/** Shows a success message for the specified time (milliseconds), then closes the form. `close` does so earlier. */
export function useSavedMessage(onClose: (() => void) | undefined, milliseconds = TOAST_MS.success) {
  const [message, show] = useState<string>()
  const close = () => {
    show(undefined)
    onClose?.()
  }
  const closeLater = useEffectEvent(close)
  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(() => closeLater(), milliseconds)
    return () => clearTimeout(timer)
  }, [message, milliseconds])
  return { message, show, close }
}
