import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { confirmDiscard, discardQuestion } from '#web/ui/dialogs/confirm-discard.ts'
import { useReportUnsaved } from '#web/ui/dialogs/unsaved.ts'
import { FormBusy } from './form-busy.ts'
import { FormErrors } from './form-errors.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { SubmitButton } from './submit-button.tsx'

interface FormResultProps {
  message: string
  onClose: () => void
}

/** The success message of a form, in the place of its fields, until the form closes by itself. */
function FormResult({ message, onClose }: FormResultProps) {
  return (
    <>
      <SavedNotice message={message} />
      <Group gap="xs">
        {/* The focus was in a field that is gone. */}
        <Button variant="default" autoFocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  )
}

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
  resetDirty: () => void
  busy: boolean
  children: ReactNode
  /** The accessible name of a form without a heading. */
  label?: string
  /** For actions that cannot be undone, such as payments: Enter in a field does not submit; only the button and ⌘↵ do. */
  noSubmitByEnter?: boolean
  /** The label of the submit button below the fields. A form without it has its own button. */
  verb?: ReactNode
  /** Of the submit button: red if it deletes something. */
  color?: string | undefined
  /** Leaves the form, by the button beside the submit button. It asks before changes are lost. */
  onCancel?: () => void
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

type FooterProps = Pick<Props, 'isDirty' | 'resetDirty' | 'busy' | 'verb' | 'color' | 'onCancel'>

function Footer({ isDirty, resetDirty, busy, verb, color, onCancel }: FooterProps) {
  const cancel = async () => {
    if (!(await confirmDiscard(isDirty()))) return
    // The form would ask again if closing changes the URL.
    resetDirty()
    onCancel?.()
  }
  return (
    <Group gap="xs">
      <SubmitButton color={color} busy={busy}>
        {verb}
      </SubmitButton>
      <Button variant="default" onClick={() => void cancel()}>
        Cancel
      </Button>
    </Group>
  )
}

/** The form of `useContractForm`: error summary, submit by ⌘↵, and a question before changes are lost. */
export function Form({ onSubmit, failure, errors, refusal, result, leaving, children, label, noSubmitByEnter, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const hasSummary = !result && (failure !== undefined || Object.keys(refusal.errors).length > 0)
  useRestoreFocus(form, hasSummary)
  useReportUnsaved(rest.isDirty)
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
        <FormBusy value={rest.busy}>
          {result ? <FormResult {...result} /> : children}
          {!result && rest.verb && <Footer {...rest} />}
        </FormBusy>
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
