import { type RefObject, useEffect } from 'react'
import { isGestureRunning } from './pages/use-drags.ts'
import type { EditorState } from './state/editor-state.ts'

const focusField = (pages: HTMLElement, id: string | undefined) => {
  const field = id === undefined ? null : pages.querySelector<HTMLElement>(`[data-field="${CSS.escape(id)}"]`)
  field?.focus({ preventScroll: true })
  return field
}

/** New fields get the focus, so that the arrow keys move them. A lost focus returns to the selected field or the pages. */
export function useFieldFocus(pagesRef: RefObject<HTMLElement | null>, { added, selected, said }: EditorState): void {
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
