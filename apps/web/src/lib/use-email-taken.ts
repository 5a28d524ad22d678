import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { refusals } from '@vialdesk/contract/errors'
import { ask } from '#web/lib/api.ts'

/** Milliseconds without a key before the server is asked. */
const PAUSE = 700
/** What is worth asking about; whether it is valid is the schema's to say. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export const EMAIL_TAKEN = refusals.duplicate_email.message

/** Asks while someone types whether an account has this address. No answer counts as no: the server asks again. */
export function useEmailTaken(email: string, asking: boolean): { taken: boolean; looking: boolean } {
  const typed = email.trim()
  const [settled] = useDebouncedValue(typed, PAUSE)
  const enabled = asking && LOOKS_LIKE_EMAIL.test(settled)
  const { data, isFetching } = useQuery({
    ...ask('POST /api/v1/users/email-exists/', { body: { email: settled } }),
    enabled,
    retry: false,
    staleTime: 30_000,
    gcTime: 0,
  })
  return { taken: enabled && settled === typed && data?.exists === true, looking: enabled && isFetching }
}
