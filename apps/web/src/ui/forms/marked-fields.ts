/** The fields of a form, found by the path of their value. */

/** A field with an error. */
export interface MarkedField {
  path: string
  label: string
  element: HTMLElement
}

const focusable = 'input:not([type="hidden"]), textarea, select, button, [tabindex="0"]'

/** The text of a label without its asterisk. */
function textOf(label: Element): string {
  const copy = label.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent?.trim() ?? ''
}

function labelOf(element: HTMLElement): string {
  const own = (element as HTMLInputElement).labels?.[0] ?? element.querySelector('label, .mantine-InputWrapper-label')
  return (own && textOf(own)) || element.getAttribute('aria-label') || ''
}

/** The fields with errors that have a label on the screen, in the order of the screen, and the errors of all others. */
export function markedFields<Text>(form: HTMLFormElement | null, errors: Record<string, Text>) {
  const elements = new Map<string, HTMLElement>()
  for (const element of form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])
    elements.set(element.dataset.path ?? '', element)
  const fields: MarkedField[] = [...elements]
    .filter(([path]) => path in errors)
    .map(([path, element]) => ({ path, element, label: labelOf(element) }))
    .filter(({ label }) => label !== '')
  const shown = new Set(elements.keys())
  const others = Object.entries(errors).filter(([path]) => !shown.has(path))
  return { fields, others: others.map(([, text]) => text) }
}

/** Moves the focus into a field, and scrolls to it. */
export function focusField(element: HTMLElement): void {
  const target = element.matches(focusable) ? element : element.querySelector<HTMLElement>(focusable)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}
