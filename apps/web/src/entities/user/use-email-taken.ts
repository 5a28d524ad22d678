import { useQuery } from '@tanstack/react-query'
import { apiErrors } from '@vialdesk/contract/errors'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useValueAfterPause } from '#web/lib/browser/pauses.ts'
import { useFormBusy } from '#web/ui/forms/form-busy.ts'
import { isToBeAsked, lastSubmitted, PAUSE_MS } from './email-check.ts'

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
