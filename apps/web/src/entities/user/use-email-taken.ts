import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { apiErrors } from '@vialdesk/contract/errors'
import { apiQuery } from '#web/lib/api/api.ts'

/** Milliseconds after the last key before the server is asked. */
const PAUSE = 700
/** Rough filter for requests; the schema validates. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export const EMAIL_TAKEN = apiErrors.duplicate_email.message

/** Checks during typing whether an account has this email. A failed check counts as free: the server checks again on submit. */
export function useEmailTaken(email: string, asking: boolean): { taken: boolean; looking: boolean } {
  const typed = email.trim()
  const [settled] = useDebouncedValue(typed, PAUSE)
  const enabled = asking && LOOKS_LIKE_EMAIL.test(settled)
  const { data, isFetching } = useQuery({
    ...apiQuery('POST /api/v1/users/email-exists/', { body: { email: settled } }),
    enabled,
    retry: false,
    staleTime: 30_000,
    gcTime: 0,
  })
  return { taken: enabled && settled === typed && data?.exists === true, looking: enabled && isFetching }
}
