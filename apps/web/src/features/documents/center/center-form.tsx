import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'

interface ResultProps {
  title: string
  form: Pick<ReturnType<typeof useCenterForm>, 'sent' | 'failure' | 'close'>
}

/** The server's message after a form was sent, with links to the new documents and to the dashboard. */
export function ResultModals({ title, form: { sent, failure, close } }: ResultProps) {
  const last = useLatestValue(sent)
  const [document, ...others] = last?.documents ?? []
  const isOne = document !== undefined && others.length === 0
  return (
    <>
      <ResultModal
        title={title}
        message={sent?.message}
        onClose={close}
        action={
          <>
            <Button variant="default" px="sm" component={Link} to="/dashboard">
              Dashboard
            </Button>
            <Button px="sm" component={Link} to={isOne ? `/document/${document.document_id}` : '/patients-signatures'}>
              {isOne ? 'View document' : 'View documents'}
            </Button>
          </>
        }
      />
      <AlertDialog title={title} message={failure} onClose={close} />
    </>
  )
}

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
