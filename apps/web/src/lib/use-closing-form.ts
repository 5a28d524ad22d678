import type { z } from 'zod'
import { NOTICE } from './notify.ts'
import { useContractForm } from './use-contract-form.ts'
import { useFleeting, useSaved } from './use-fleeting.ts'

type Values = Record<string, unknown>

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  /** Makes the call; answers what to say once it is saved. */
  save: (input: z.output<Schema>) => Promise<string>
  /** After the success could be read. */
  onClose: () => void
  /** Said before the reason why it failed. */
  failed?: string | undefined
}

/**
 * A contract form that closes by itself: its success stays for 2 s and closes it, its failure goes after 3 s while the
 * fields keep theirs. `saved` goes to `ui/saved-notice.tsx`.
 */
export function useClosingForm<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  { initialValues, save, onClose, failed }: Options<Schema, Start>,
) {
  const saved = useSaved(onClose)
  const form = useContractForm(schema, { initialValues, send: async (input) => saved.say(await save(input)) })
  const failure = useFleeting(form.failure && [failed, form.failure].filter(Boolean).join('. '), NOTICE.error)
  return { ...form, saved: saved.message, formProps: { ...form.formProps, failure } }
}
