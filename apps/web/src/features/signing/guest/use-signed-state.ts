import { useQuery } from '@tanstack/react-query'
import { MARKER_POLL_MS, MAX_POLLS } from '#web/entities/document/signing-marker.ts'
import type { Answer } from '#web/lib/api/api.ts'
import { request } from '#web/lib/api/request.ts'

const CALL = 'POST /api/v1/documents/patient-signed-document/'
export type SignedState = Answer<typeof CALL>

/** The answer may change: an external provider may need some seconds to report a signature. */
const mayChange = (state: SignedState | undefined) => state?.checking === true && !state.success

/** Asks the server what is signed, every 5 s for about a minute while a provider is asked. */
export function useSignedState(documentId: string) {
  const query = useQuery({
    queryKey: [CALL, documentId],
    queryFn: ({ signal }) => request<SignedState>(CALL, { body: { documentId }, asGuest: true }, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => mayChange(data) && dataUpdateCount < MAX_POLLS && MARKER_POLL_MS,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const { data: state, error, refetch, isFetching } = query
  return { state, error, check: () => void refetch(), isWaiting: mayChange(state) && isFetching }
}
