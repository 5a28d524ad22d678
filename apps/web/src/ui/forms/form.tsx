import { Stack } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { FormBusy } from './form-busy.ts'

interface Leaving {
  status: 'blocked' | 'idle'
  proceed?: (() => void) | undefined
  reset?: (() => void) | undefined
}

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  failure: string | undefined
  errors: Record<string, ReactNode>
  leaving: Leaving
  busy: boolean
  children: ReactNode
  /** The accessible name of a form without a heading. */
  label?: string
  /** For actions that cannot be undone, such as payments: Enter in a field does not submit; only the button and ⌘↵ do. */
  noSubmitByEnter?: boolean
}

/** Errors that no field shows. */
const hiddenFieldErrors = (form: HTMLFormElement | null, errors: Record<string, ReactNode>) =>
  Object.entries(errors)
    .filter(([field]) => !form?.querySelector(`[data-path="${CSS.escape(field)}"]`))
    .map(([, text]) => text)

/** When a focused summary disappears, the focus moves to the first invalid field, or to the button. */
function useRestoreFocus(form: RefObject<HTMLFormElement | null>, failure: string | undefined) {
  const failed = useRef(false)
  useEffect(() => {
    const isLost = failed.current && failure === undefined && document.activeElement === document.body
    if (isLost) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]')?.focus()
    failed.current = failure !== undefined
  }, [form, failure])
}

/**
 * Leaving a field may show an error below it, which moves the buttons away from the pointer, and the click would be lost. So a
 * press on a button does not move the focus.
 */
function keepFieldFocus(event: MouseEvent<HTMLFormElement>) {
  if (event.target instanceof Element && event.target.closest('.mantine-Button-root')) event.preventDefault()
}

/** The form of `useContractForm`: error summary, submit by ⌘↵, and a question before changes are lost. */
export function Form({ onSubmit, failure, errors, leaving, busy, children, label, noSubmitByEnter }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useRestoreFocus(form, failure)
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return
    const isShortcut = event.metaKey || event.ctrlKey
    if (isShortcut || (noSubmitByEnter && event.target instanceof HTMLInputElement)) event.preventDefault()
    if (isShortcut) form.current?.requestSubmit()
  }
  return (
    <form ref={form} onSubmit={onSubmit} onKeyDown={submitByKey} onMouseDown={keepFieldFocus} noValidate aria-label={label}>
      <Stack gap="md">
        {failure && <ErrorSummary message={failure} details={hiddenFieldErrors(form.current, errors)} />}
        <FormBusy value={busy}>{children}</FormBusy>
      </Stack>
      <ConfirmDialog
        opened={leaving.status === 'blocked'}
        title="Leave without saving?"
        consequence="Your changes will be lost."
        verb="Leave"
        cancel="Stay"
        danger
        onConfirm={() => leaving.proceed?.()}
        onCancel={() => leaving.reset?.()}
      />
    </form>
  )
}
