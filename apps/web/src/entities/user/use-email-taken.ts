import { useQuery } from '@tanstack/react-query'
import { apiErrors } from '@vialdesk/contract/base/errors'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useValueAfterPause } from '#web/lib/browser/pauses.ts'
import { useFormBusy } from '#web/ui/forms/form-busy.ts'

/** Milliseconds after the last key before the server is asked. */
const PAUSE_MS = 700
/** Rough filter for requests; the schema validates. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** The email of the last submit, until another one is typed. The answer to the submit judges it: a check would find the new account itself. */
export const lastSubmitted = (typed: string, { busy, submitted }: { busy: boolean; submitted: string | undefined }) =>
  busy || submitted === typed ? typed : undefined

/** `settled` is the text after the pause. */
export const isToBeAsked = (typed: string, { settled, submitted }: { settled: string; submitted: string | undefined }) =>
  settled === typed && typed !== submitted && LOOKS_LIKE_EMAIL.test(settled)

export const EMAIL_TAKEN = apiErrors.duplicate_email.message

function useSubmittedEmail(typed: string): string | undefined {
  const busy = useFormBusy()
  const [submitted, setSubmitted] = useState<string>()
  const next = lastSubmitted(typed, { busy, submitted })
  if (next !== submitted) setSubmitted(next)
  return next
}

/** Checks during typing whether an account has this email. A failed check counts as free: the server checks again on submit. */
export function useEmailTaken(email: string, asking: boolean): { taken: boolean; looking: boolean } {
  const typed = email.trim()
  const settled = useValueAfterPause(typed, PAUSE_MS)
  const submitted = useSubmittedEmail(typed)
  const enabled = asking && isToBeAsked(typed, { settled, submitted })
  const { data, isFetching } = useQuery({
    ...apiQuery('POST /api/v1/users/email-exists/', { body: { email: settled } }),
    enabled,
    retry: false,
    staleTime: 30_000,
    gcTime: 0,
  })
  return { taken: enabled && data?.exists === true, looking: enabled && isFetching }
}
