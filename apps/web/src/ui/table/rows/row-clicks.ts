import type { MouseEvent } from 'react'

/** Parts of a row that answer a click themselves, also while they are disabled. */
const CONTROLS = 'a, button, input, select, textarea, label, summary, [role="menu"], [role="switch"]'

/** Whether the mouse has selected text of the row, for example to copy it. */
function isTextSelected(row: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
}

/** A click on a row opens it. Clicks on its controls, in dialogs of its cells, and the end of a text selection do not. */
export const onRowClick = (open: (() => void) | undefined) =>
  open &&
  ((event: MouseEvent) => {
    const { target, currentTarget: row } = event
    if (!(target instanceof Element && row.contains(target))) return
    if (target.closest(CONTROLS) === null && !isTextSelected(row)) open()
  })
