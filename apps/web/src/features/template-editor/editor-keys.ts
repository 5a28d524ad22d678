import type { KeyboardEvent } from 'react'
import { cancelGesture } from './pages/use-drags.ts'
import type { EditorAction } from './state/editor-reducer.ts'
import type { Editor } from './use-editor.ts'

/** Points per key press. */
const STEP = 2

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

const isIn = (target: EventTarget, selector: string) => target instanceof HTMLElement && target.closest(selector) !== null

/** In a text field, keys edit its text. */
const isTextField = (target: EventTarget) => isIn(target, 'input, textarea, select, [role="listbox"], [role="menu"]')

/** Escape closes the dialog and nothing else. */
const isInDialog = (target: EventTarget) => isIn(target, '[role="dialog"]')

const isField = (target: EventTarget) => target instanceof HTMLElement && target.dataset.field !== undefined

/** Keys with Ctrl or Command. */
const chordsOf = (shiftKey: boolean, page: number): Record<string, EditorAction> => ({
  z: { type: shiftKey ? 'redo' : 'undo' },
  y: { type: 'redo' },
  c: { type: 'copy' },
  v: { type: 'paste', page },
  d: { type: 'duplicate' },
})

/** Keys that need a field with the focus. */
function actionOfKey({ key, shiftKey }: KeyboardEvent): EditorAction | undefined {
  if (key === 'Delete' || key === 'Backspace') return { type: 'remove' }
  const [dx, dy] = arrows[key] ?? []
  if (dx === undefined || dy === undefined) return undefined
  return { type: shiftKey ? 'grow' : 'nudge', dx, dy }
}

/** Selected text is copied as usual. */
const hasSelectedText = () => document.getSelection()?.isCollapsed === false

/** Keys that work everywhere in the editor. Returns whether the key was one of them. */
function handleCommonKey({ key, ctrlKey, metaKey, target }: KeyboardEvent, { dispatch, calls, unsaved }: Editor): boolean {
  const isSave = (ctrlKey || metaKey) && key.toLowerCase() === 's'
  if (isSave && unsaved && !calls.busy) void calls.save()
  if (isSave || isTextField(target)) return isSave
  if (key !== 'Escape' || isInDialog(target)) return false
  if (!cancelGesture()) dispatch({ type: 'select', ids: [] })
  return true
}

export function handleEditorKey(event: KeyboardEvent, editor: Editor): void {
  if (event.defaultPrevented) return
  if (handleCommonKey(event, editor)) event.preventDefault()
  if (event.defaultPrevented || isTextField(event.target)) return
  const chord = event.ctrlKey || event.metaKey ? chordsOf(event.shiftKey, editor.page) : undefined
  const action = chord ? chord[event.key.toLowerCase()] : isField(event.target) ? actionOfKey(event) : undefined
  if (!action || (action.type === 'copy' && hasSelectedText())) return
  event.preventDefault()
  editor.dispatch(action)
}
