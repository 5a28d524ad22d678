import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** After a failure, focuses the decline at the card, else the first invalid field, else the submit button. */
export function useErrorFocus() {
  const container = useRef<HTMLDivElement>(null)
  const decline = useRef<HTMLDivElement>(null)
  const [submits, setSubmits] = useState(0)
  const find = (selector: string) => container.current?.querySelector<HTMLElement>(selector)
  const focusField = () => (find('[aria-invalid="true"]') ?? find('[type="submit"]'))?.focus()
  const afterSubmit = useEffectEvent(focusField)
  useEffect(() => {
    if (submits > 0) afterSubmit()
  }, [submits])
  return {
    container,
    decline,
    focus: () => (decline.current ? decline.current.focus() : focusField()),
    noteSubmit: () => setSubmits((count) => count + 1),
  }
}
