import type { z } from 'zod'
import { TOAST_MS } from '#web/lib/browser/toast.ts'
import { useContractForm } from './use-contract-form.ts'
import { useSavedMessage, useTimedMessage } from './use-timed-message.ts'

type Values = Record<string, unknown>

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  /** Makes the call. Returns the success message; undefined keeps the form open. */
  save: (input: z.output<Schema>) => Promise<string | undefined>
  /** Called once the success message could be read. */
  onClose: () => void
  /** Text before the error message. */
  failed?: string | undefined
  /** Milliseconds for which an error message shows; 3 s by default. */
  failureMs?: number
  /** Milliseconds for which the success message shows; 2 s by default. */
  savedMs?: number
}

/**
 * A contract form that closes after a success. The success message shows for some seconds; an error message disappears after some seconds,
 * but field errors stay. Pass `saved` to `SavedNotice`.
 */
export function useClosingForm<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  { initialValues, save, onClose, failed, failureMs = TOAST_MS.error, savedMs = TOAST_MS.success }: Options<Schema, Start>,
) {
  const saved = useSavedMessage(onClose, savedMs)
  const form = useContractForm(schema, { initialValues, send: async (input) => saved.show(await save(input)) })
  const failure = useTimedMessage(form.failure && [failed, form.failure].filter(Boolean).join('. '), failureMs)
  return { ...form, saved: saved.message, formProps: { ...form.formProps, failure } }
}
