import { useEffect, useEffectEvent, useState } from 'react'
import { NOTICE } from './notify.ts'

/** A message that goes by itself after so many milliseconds. */
export function useFleeting(message: string | undefined, milliseconds: number): string | undefined {
  const [gone, setGone] = useState<string>()
  useEffect(() => {
    setGone(undefined)
    if (message === undefined) return
    const timer = setTimeout(() => setGone(message), milliseconds)
    return () => clearTimeout(timer)
  }, [message, milliseconds])
  return message === gone ? undefined : message
}

/** What is said once something is saved. It can be read for as long as specified, then its form closes. */
export function useSaved(onClose: () => void) {
  const [message, say] = useState<string>()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(() => {
      say(undefined)
      close()
    }, NOTICE.success)
    return () => clearTimeout(timer)
  }, [message])
  return { message, say }
}
