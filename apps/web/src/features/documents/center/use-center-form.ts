import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'

type Values = Record<string, unknown>

/** The answer to the form. `documents`: those that were made. */
interface Sent {
  message: string
  documents: readonly { document_id: string }[]
}

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  send: (input: z.output<Schema>) => Promise<Sent>
}

/** A form whose success and failure appear in a dialog, as specified. Success clears the form; errors of fields stay at the fields. */
export function useCenterForm<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  { initialValues, send }: Options<Schema, Start>,
) {
  const [sent, setSent] = useState<Sent>()
  const [failure, setFailure] = useState<string>()
  /** Changes with each success, so that fields with a state of their own start again, too. */
  const [round, setRound] = useState(0)
  const form = useContractForm(schema, {
    initialValues,
    send: async (input): Promise<void> => {
      try {
        const answer = await send(input)
        form.reset()
        setRound((before) => before + 1)
        setSent(answer)
      } catch (error) {
        const hasFieldErrors = error instanceof ApiError && Object.keys(error.errors).length > 0
        if (!hasFieldErrors) setFailure(errorMessage(error))
        throw error
      }
    },
  })
  // The dialog shows the failure in place of the summary above the form.
  const formProps = { ...form.formProps, failure: failure === undefined ? form.formProps.failure : undefined }
  const close = () => {
    setSent(undefined)
    setFailure(undefined)
  }
  return { ...form, formProps, sent, failure, round, close }
}
