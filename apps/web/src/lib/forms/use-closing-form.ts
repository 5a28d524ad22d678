import type { z } from 'zod'
import type { Created } from '#web/lib/browser/created.ts'
import { showCreated, showSuccess, TOAST_MS } from '#web/lib/browser/toast.ts'
import { useContractForm } from './use-contract-form.ts'
import { useSavedMessage, useTimedMessage } from './use-timed-message.ts'

type Values = Record<string, unknown>

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  /** Makes the call. Returns the success message, with links to what was made; undefined keeps the form open. */
  save: (input: z.output<Schema>) => Promise<string | Created | undefined>
  /** Closes the form after a success. Without it the form stays, and shows its success message for 2 s. */
  onClose?: () => void
  /** Text before the error message. */
  failed?: string | undefined
  /** Milliseconds for which an error message shows; 3 s by default. */
  failureMs?: number
  /** Milliseconds for which the notice of the success shows; 2 s by default. */
  noticeMs?: number
  /**
   * Milliseconds after which a saved form closes by itself, where the specification names them. Its success message takes the place of the
   * fields meanwhile, and the user may close it earlier. Without it the form closes at once, and a notice shows the message.
   */
  closesAfterMs?: number
}

/** A contract form that closes after a success. An error message disappears after some seconds, but field errors stay. */
export function useClosingForm<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  { initialValues, save, onClose, failed, failureMs = TOAST_MS.error, noticeMs, closesAfterMs }: Options<Schema, Start>,
) {
  const saved = useSavedMessage(onClose, closesAfterMs)
  const closesAtOnce = onClose !== undefined && closesAfterMs === undefined
  const send = async (input: z.output<Schema>) => {
    const answer = await save(input)
    if (answer === undefined) return
    const isText = typeof answer === 'string'
    if (!closesAtOnce) return saved.show(isText ? answer : answer.message)
    if (isText) showSuccess(answer, noticeMs)
    else void showCreated(answer)
    onClose()
  }
  const form = useContractForm(schema, { initialValues, send })
  const failure = useTimedMessage(form.failure && [failed, form.failure].filter(Boolean).join('. '), failureMs)
  const result = onClose && saved.message !== undefined ? { message: saved.message, onClose: saved.close } : undefined
  return { ...form, saved: saved.message, formProps: { ...form.formProps, failure, result } }
}
