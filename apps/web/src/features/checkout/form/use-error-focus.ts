import { useRef } from 'react'

/** After a refused payment, focuses the decline at the card, else the first invalid field, else the submit button. */
export function useErrorFocus() {
  const container = useRef<HTMLDivElement>(null)
  const decline = useRef<HTMLDivElement>(null)
  const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector)
  const focusField = () => (find('[aria-invalid="true"]') ?? find('[type="submit"]'))?.focus()
  return {
    container,
    decline,
    focus: () => (decline.current ? decline.current.focus() : focusField()),
  }
}
