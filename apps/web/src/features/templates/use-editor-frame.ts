/** The page in the frame: its messages, its link, and the activity of its user. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { useFrameMessages } from '#web/lib/browser/in-frame.ts'

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
  useFrameMessages(frame, ({ origin, data }: MessageEvent<EditorMessage | undefined>) => {
    if (origin !== location.origin || data?.source !== 'vialdesk-template-editor') return
    if (data.type === 'changed') unsaved.current = data.unsaved === true
    if (data.type === 'expired' && !link.isPending) load()
  })
  return { frame, src, error: link.error, load, hasUnsaved: () => unsaved.current }
}
