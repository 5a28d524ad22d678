/** The page in the frame: its messages, its link, and the activity of its user. */
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'

/** The portal's own editor sends messages of these types. Other providers send none that are understood. */
interface EditorMessage {
  source: 'vialdesk-template-editor'
  type: 'loaded' | 'changed' | 'saved' | 'expired'
  unsaved?: boolean
}

/** The portal's own editor is opened at the origin of this page, because a frame of another host would be refused. */
export function frameUrl(editUrl: string, origin: string): string {
  const { pathname, hash } = new URL(editUrl)
  return pathname === '/template-editor' ? `${origin}${pathname}${hash}` : editUrl
}

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Work in the frame counts as activity of this page, which would log out an idle user: any of these events does. A frame of
 * another origin cannot be observed.
 */
export function forwardActivity({ contentWindow }: HTMLIFrameElement): void {
  try {
    for (const name of activityEvents)
      contentWindow?.addEventListener(name, () => window.dispatchEvent(new Event('wheel')), { passive: true })
  } catch {
    // The browser refuses access to another origin.
  }
}

function useEditorMessages(frame: RefObject<HTMLIFrameElement | null>, onMessage: (message: EditorMessage) => void) {
  const handle = useEffectEvent(onMessage)
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<EditorMessage | undefined>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data?.source === 'vialdesk-template-editor') handle(data)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [frame])
}

/** Gets the link for the frame. An expired link is replaced, which loses nothing: only the fragment changes. */
export function useEditorFrame(id: number) {
  const frame = useRef<HTMLIFrameElement>(null)
  const unsaved = useRef(false)
  const [src, setSrc] = useState<string>()
  const link = useMutation({
    ...apiMutation('GET /domain/file-signs/{id}/generate-edit-link/', { handlesErrors: true, keepsScreen: true }),
    onSuccess: ({ link: { editUrl } }) => setSrc(frameUrl(editUrl, location.origin)),
  })
  const { mutate } = link
  const load = () => mutate({ params: { id } })
  useEffect(() => mutate({ params: { id } }), [id, mutate])
  useEditorMessages(frame, ({ type, unsaved: isUnsaved }) => {
    if (type === 'changed') unsaved.current = isUnsaved === true
    if (type === 'expired' && !link.isPending) load()
  })
  return { frame, src, error: link.error, load, hasUnsaved: () => unsaved.current }
}
