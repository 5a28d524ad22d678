import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { openResponse, request } from '#web/lib/api/request.ts'
import { postToParent } from '#web/lib/browser/in-frame.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'

/** The reports of the editor to the page around its frame. That page has the same origin. */
type EditorMessage =
  | { type: 'loaded' }
  /** Whether closing the frame would lose changes. */
  | { type: 'changed'; unsaved: boolean }
  | { type: 'saved'; version: number }
  /** The link can no longer be used. A new fragment in the frame's URL renews it without losing changes. */
  | { type: 'expired' }

export const report = (message: EditorMessage) => postToParent({ source: 'vialdesk-template-editor', ...message })

/** Reports changes and versions to the page around the frame, and asks before this page is left with unsaved changes. */
export function useReports(unsaved: boolean, version: number, expired: boolean): void {
  useEffect(() => report({ type: 'loaded' }), [])
  useEffect(() => {
    report({ type: 'changed', unsaved })
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  const opened = useRef(version)
  useEffect(() => {
    if (version !== opened.current) report({ type: 'saved', version })
  }, [version])
  useEffect(() => {
    if (expired) report({ type: 'expired' })
  }, [expired])
}

const OPEN = 'POST /api/v1/template-editor/open/'

function followFragment(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/**
 * The secret of the link. It is in the fragment of the URL, so that no server log has it. The page around the frame renews an expired link by
 * changing the fragment, which keeps unsaved changes.
 */
export const useSecret = () => useSyncExternalStore(followFragment, () => location.hash.slice(1))

export const fetchDraft = (session: string, version?: number, signal?: AbortSignal) =>
  request(OPEN, { body: { session, version }, asGuest: true }, signal)

/** Fetched once: a later answer must not replace what the user edits. */
export const draftQuery = (session: string) =>
  queryOptions({
    queryKey: [OPEN, session],
    queryFn: ({ signal }) => fetchDraft(session, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: session !== '',
  })

export const pdfQuery = (session: string, version: number, pdfVersion: number) =>
  queryOptions({
    // A renewed link shows the same file.
    queryKey: ['template PDF', pdfVersion],
    queryFn: async ({ signal }) => {
      const answer = await openResponse('POST /api/v1/template-editor/pdf/', signal, {
        body: { session, version },
        asGuest: true,
      })
      return new Uint8Array(await answer.arrayBuffer())
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Nothing else needs the file again.
    gcTime: 0,
  })

/** Whether the link can no longer be used. */
export const isLinkOver = (error: unknown) =>
  error instanceof ApiError && ['link_expired', 'unauthenticated', 'not_found'].includes(error.code)
