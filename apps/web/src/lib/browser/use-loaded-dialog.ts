import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useActivity } from './activity.ts'
import { showError } from './toast.ts'

/**
 * The code of a dialog, which is loaded when the dialog is first opened. A failed download is said and tried again with the next opening.
 * A dialog is closed at first: it gives the focus back only to the element that had it when the dialog opened.
 */
export function useLoadedDialog<Props>(
  isWanted: boolean,
  load: (() => Promise<ComponentType<Props>>) | undefined,
  close: () => void,
) {
  const [loaded, setLoaded] = useState<ComponentType<Props>>()
  const [isMounted, setMounted] = useState(false)
  const onFail = useRef(close)
  useEffect(() => {
    onFail.current = close
  })
  useEffect(() => setMounted(loaded !== undefined), [loaded])
  const mustLoad = isWanted && !loaded
  useActivity(mustLoad)
  useEffect(() => {
    if (!mustLoad) return
    load?.().then(
      (part) => setLoaded(() => part),
      () => {
        onFail.current()
        showError('This part of the portal could not be loaded. Check your connection and try again.')
      },
    )
  }, [mustLoad, load])
  return { Dialog: loaded, opened: isWanted && isMounted }
}
