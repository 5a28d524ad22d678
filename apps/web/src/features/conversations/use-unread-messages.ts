import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'

/** Milliseconds. The live stream of notices brings changes at once; this is for browsers without it. */
const POLL_MS = 300_000

export const useUnreadMessages = (): number =>
  useQuery({ ...apiQuery('GET /api/v1/conversations/unread/'), refetchInterval: POLL_MS }).data?.unread ?? 0
