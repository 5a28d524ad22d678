import { useQuery } from '@tanstack/react-query'
import type { FieldType, SignerRole } from '@vialdesk/contract/documents/signing-fields'
import type { TemplateDraft } from '@vialdesk/contract/documents/templates'
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { pdfQuery, useReports } from './calls/editor-session.ts'
import { useEditorCalls } from './calls/use-editor-calls.ts'
import { scrollToPage, visiblePage } from './pages/page-places.ts'
import { isGestureRunning, useDrags } from './pages/use-drags.ts'
import { editorReducer } from './state/editor-reducer.ts'
import { type EditorState, hasUnsavedChanges, openEditor } from './state/editor-state.ts'

/** The number of the page that takes the most room on screen. */
function usePageOnScreen(pagesRef: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1)
  const onScroll = useCallback(() => {
    const found = pagesRef.current && visiblePage(pagesRef.current)
    if (found) setPage(found.page)
  }, [pagesRef])
  const jump = (to: number) => {
    setPage(to)
    if (pagesRef.current) scrollToPage(pagesRef.current, to)
  }
  return { page, onScroll, jump }
}

const focusField = (pages: HTMLElement, id: string | undefined) => {
  const field = id === undefined ? null : pages.querySelector<HTMLElement>(`[data-field="${CSS.escape(id)}"]`)
  field?.focus({ preventScroll: true })
  return field
}

/** New fields get the focus, so that the arrow keys move them. A lost focus returns to the selected field or the pages. */
function useFieldFocus(pagesRef: RefObject<HTMLElement | null>, { added, selected, said }: EditorState): void {
  const [first] = selected
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when fields were added.
  useEffect(() => {
    if (added === 0 || !pagesRef.current) return
    const field = focusField(pagesRef.current, first)
    if (!isGestureRunning()) field?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [added, pagesRef])
  // A removed field, or one that changes its page or its place in the order, loses the focus.
  useEffect(() => {
    const pages = pagesRef.current
    if (said.count === 0 || !pages || document.activeElement !== document.body) return
    if (!focusField(pages, first)) pages.focus({ preventScroll: true })
  })
}

/** An opened template with everything that can be done to it. */
export function useEditor(draft: TemplateDraft, session: string) {
  const [state, dispatch] = useReducer(editorReducer, draft, openEditor)
  const [zoom, onZoom] = useState(1)
  const pagesRef = useRef<HTMLElement>(null)
  const onScreen = usePageOnScreen(pagesRef)
  const drags = useDrags(pagesRef, dispatch)
  const calls = useEditorCalls(session, state, dispatch)
  const pdf = useQuery(pdfQuery(session, state.version, state.pdfVersion))
  const unsaved = hasUnsavedChanges(state)
  useReports(unsaved, state.version, calls.failure?.kind === 'expired')
  useFieldFocus(pagesRef, state)
  /** The field goes to the middle of the visible page. */
  const add = (field: FieldType, role?: SignerRole) => {
    const middle = pagesRef.current && visiblePage(pagesRef.current)
    dispatch({ type: 'add', field, ...(middle ?? { page: 1, x: 0.5, y: 0.5 }), ...(role && { role }) })
  }
  return { ...onScreen, state, dispatch, calls, drags, pdf, pagesRef, unsaved, add, zoom, onZoom }
}

export type Editor = ReturnType<typeof useEditor>
