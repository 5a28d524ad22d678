import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Whether another page shows this one in a frame. */
export const isInFrame = () => window.parent !== window

/** To the page around this one, if that page has the same origin. */
export function postToParent(message: object): void {
  if (isInFrame()) window.parent.postMessage(message, location.origin)
}

/** Messages of the page in a frame. Their origin must be checked. */
export function useFrameMessages(frame: RefObject<HTMLIFrameElement | null>, onMessage: (message: MessageEvent) => void): void {
  const handle = useEffectEvent(onMessage)
  useEffect(() => {
    const listen = (message: MessageEvent) => {
      if (message.source === frame.current?.contentWindow) handle(message)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [frame])
}
