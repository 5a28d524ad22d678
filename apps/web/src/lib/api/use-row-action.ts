import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { type Answer, apiMutation, type CallKey } from './api.ts'

/** The calls whose answer says what was done. */
type SayingCall = { [A in CallKey]: Answer<A> extends { message: string } ? A : never }[CallKey]

/** The call of a button in a list. A failure is shown by an `AlertDialog`, and the list is fetched again, because it may be out of date. */
export function useRowAction<A extends SayingCall>(call: A, refetch: () => unknown) {
  const [failure, setFailure] = useState<string>()
  const { mutate, isPending, variables } = useMutation({
    ...apiMutation(call, { handlesErrors: true }),
    onSuccess: (answer) => showSuccess((answer as { message: string }).message),
    onError: (error) => {
      setFailure(errorMessage(error))
      refetch()
    },
  })
  return { mutate, isPending, variables, failure, dismiss: () => setFailure(undefined) }
}
