import type { Dispatch, KeyboardEvent } from 'react'
import { cancelGesture } from './pages/use-drags.ts'
import type { EditorAction } from './state/editor-state.ts'

/** Points per key press. */
const STEP = 2

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** In a text field, keys edit its text. */
const isTextField = (target: EventTarget) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="listbox"], [role="menu"]') !== null

/** Escape closes the dialog and nothing else. */
const isInDialog = (target: EventTarget) => target instanceof HTMLElement && target.closest('[role="dialog"]') !== null

const isField = (target: EventTarget) => target instanceof HTMLElement && target.dataset.field !== undefined

interface Commands {
  dispatch: Dispatch<EditorAction>
  save: () => void
  /** The page that is on screen. */
  page: () => number
}

function actionOfChord({ key, shiftKey }: KeyboardEvent, page: () => number): EditorAction | undefined {
  switch (key.toLowerCase()) {
    case 'z':
      return { type: shiftKey ? 'redo' : 'undo' }
    case 'y':
      return { type: 'redo' }
    case 'c':
      return { type: 'copy' }
    case 'v':
      return { type: 'paste', page: page() }
    case 'd':
      return { type: 'duplicate' }
    default:
      return undefined
  }
}

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
function handleCommonKey({ key, ctrlKey, metaKey, target }: KeyboardEvent, { dispatch, save }: Commands): boolean {
  const isSave = (ctrlKey || metaKey) && key.toLowerCase() === 's'
  if (isSave) save()
  if (isSave || isTextField(target)) return isSave
  if (key !== 'Escape' || isInDialog(target)) return false
  if (!cancelGesture()) dispatch({ type: 'select', ids: [] })
  return true
}

export function handleEditorKey(event: KeyboardEvent, commands: Commands): void {
  if (event.defaultPrevented) return
  if (handleCommonKey(event, commands)) {
    event.preventDefault()
    return
  }
  if (isTextField(event.target)) return
  const hasChord = event.ctrlKey || event.metaKey
  const action = hasChord ? actionOfChord(event, commands.page) : isField(event.target) ? actionOfKey(event) : undefined
  if (!action || (action.type === 'copy' && hasSelectedText())) return
  event.preventDefault()
  commands.dispatch(action)
}
