import { useState } from 'react'
import type { z } from 'zod'
import type { CallKey } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'

type Values = Record<string, unknown>

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  /** Makes the call; returns the server's message. */
  send: (input: z.output<Schema>) => Promise<{ message: string }>
}

/** Leaving a field validates it. Without this, the success dialog would take the focus from a cleared field and mark it as missing. */
function blurField() {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

/** The call of a sign-up. Nothing on the screen needs a refetch after it. */
export const useSignUpCall = <A extends CallKey>(key: A) => useFormCall(key, { asGuest: true, keepsScreen: true })

/** A form that is cleared by its success. `SignedUp` shows its message. */
export function useSignUp<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  { initialValues, send }: Options<Schema, Start>,
) {
  const [message, setMessage] = useState<string>()
  const form = useContractForm(schema, {
    initialValues,
    send: async (input): Promise<void> => {
      const answer = await send(input)
      blurField()
      form.reset()
      setMessage(answer.message)
    },
  })
  return { ...form, message, close: () => setMessage(undefined) }
}
