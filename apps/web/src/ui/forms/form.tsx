import { Stack } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { discardQuestion } from '#web/ui/dialogs/confirm-discard.ts'
import { useReportUnsaved } from '#web/ui/dialogs/unsaved.ts'
import { FormBusy } from './form-busy.ts'
import { FormErrors } from './form-errors.tsx'
import { FormResult } from './form-result.tsx'

interface Leaving {
  status: 'blocked' | 'idle'
  proceed?: (() => void) | undefined
  reset?: (() => void) | undefined
}

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  failure: string | undefined
  /** The present errors of the fields. */
  errors: Record<string, ReactNode>
  /** The errors of the last attempt to submit. */
  refusal: { attempt: number; errors: Record<string, ReactNode> }
  /** Shown in place of the fields after a success. */
  result?: { message: string; onClose: () => void } | undefined
  leaving: Leaving
  isDirty: () => boolean
  busy: boolean
  children: ReactNode
  /** The accessible name of a form without a heading. */
  label?: string
  /** For actions that cannot be undone, such as payments: Enter in a field does not submit; only the button and ⌘↵ do. */
  noSubmitByEnter?: boolean
}

/** When a focused summary disappears, the focus moves to the first invalid field, or to the button. */
function useRestoreFocus(form: RefObject<HTMLFormElement | null>, hasSummary: boolean) {
  const hadSummary = useRef(false)
  useEffect(() => {
    const isLost = hadSummary.current && !hasSummary && document.activeElement === document.body
    if (isLost) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="submit"]')?.focus()
    hadSummary.current = hasSummary
  }, [form, hasSummary])
}

/**
 * Leaving a field may show an error below it, which moves the buttons away from the pointer, and the click would be lost. So a
 * press on a button does not move the focus.
 */
function keepFieldFocus(event: MouseEvent<HTMLFormElement>) {
  if (event.target instanceof Element && event.target.closest('.mantine-Button-root')) event.preventDefault()
}

/**
 * Some fields take over what was typed only when they are left: an amount becomes a number, a typed country is chosen. The user may submit
 * without leaving the field, so the field learns that it is left. It keeps the focus.
 */
function finishField(form: HTMLFormElement | null) {
  const field = document.activeElement
  if (form?.contains(field)) field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

/** The form of `useContractForm`: error summary, submit by ⌘↵, and a question before changes are lost. */
export function Form({
  onSubmit,
  failure,
  errors,
  refusal,
  result,
  leaving,
  isDirty,
  busy,
  children,
  label,
  noSubmitByEnter,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const hasSummary = !result && (failure !== undefined || Object.keys(refusal.errors).length > 0)
  useRestoreFocus(form, hasSummary)
  useReportUnsaved(isDirty)
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return
    const isShortcut = event.metaKey || event.ctrlKey
    // Enter takes a choice of an open list.
    const isInList = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (isShortcut || isInList || (noSubmitByEnter && event.target instanceof HTMLInputElement)) event.preventDefault()
    if (isShortcut) form.current?.requestSubmit()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    finishField(form.current)
    onSubmit(event)
  }
  return (
    <form ref={form} onSubmit={submit} onKeyDown={submitByKey} onMouseDown={keepFieldFocus} noValidate aria-label={label}>
      <Stack gap="md">
        {hasSummary && (
          <FormErrors
            key={refusal.attempt}
            form={form}
            failure={failure}
            errors={errors}
            refused={refusal.errors}
            attempt={refusal.attempt}
          />
        )}
        <FormBusy value={busy}>{result ? <FormResult {...result} /> : children}</FormBusy>
      </Stack>
      <ConfirmDialog
        opened={leaving.status === 'blocked'}
        {...discardQuestion}
        onConfirm={() => leaving.proceed?.()}
        onCancel={() => leaving.reset?.()}
      />
    </form>
  )
}
