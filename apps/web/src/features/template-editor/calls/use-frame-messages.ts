import { useEffect, useRef } from 'react'

/** What the editor reports to the page around its frame, which is of the same origin. */
type EditorMessage =
  | { type: 'loaded' }
  /** Whether closing the frame would lose changes. */
  | { type: 'changed'; unsaved: boolean }
  | { type: 'saved'; version: number }
  /** The link can no longer be used. A new fragment in the frame's URL renews it without losing changes. */
  | { type: 'expired' }

export function postToParent(message: EditorMessage): void {
  if (window.parent !== window) window.parent.postMessage({ source: 'vialdesk-template-editor', ...message }, location.origin)
}

/** Reports changes and versions to the page around the frame, and asks before this page is left with unsaved changes. */
export function useFrameMessages(unsaved: boolean, version: number, expired: boolean): void {
  useEffect(() => postToParent({ type: 'loaded' }), [])
  useEffect(() => {
    postToParent({ type: 'changed', unsaved })
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  const opened = useRef(version)
  useEffect(() => {
    if (version !== opened.current) postToParent({ type: 'saved', version })
  }, [version])
  useEffect(() => {
    if (expired) postToParent({ type: 'expired' })
  }, [expired])
}
