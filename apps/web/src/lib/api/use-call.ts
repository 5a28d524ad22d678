import { useMutation } from '@tanstack/react-query'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { type Answer, apiMutation, type CallKey, type CallOptions } from './api.ts'

/** The call of a form, which shows its errors. */
export const useFormCall = <A extends CallKey>(key: A, options?: CallOptions) =>
  useMutation(apiMutation(key, { ...options, handlesErrors: true })).mutateAsync

/** What to say after a success. By default the message of the answer. */
type Said<A extends CallKey> = (answer: Answer<A>) => string

const messageOf = (answer: unknown) => (answer as { message: string }).message

/** The call of a button, which shows what it has done. */
export const useAction = <A extends CallKey>(
  key: A,
  ...[said = messageOf]: Answer<A> extends { message: string } ? [Said<A>?] : [Said<A>]
) => useMutation({ ...apiMutation(key), onSuccess: (answer) => showSuccess(said(answer)) })
