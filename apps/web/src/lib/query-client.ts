import { MutationCache, QueryClient } from '@tanstack/react-query'
import { notifyError } from './notify.ts'
import { Refusal } from './refusal.ts'
import { wordsFor, wordsForReading } from './words.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows the failure itself; no notice appears. */
      handlesErrors?: boolean
      /** The change touches nothing that is on screen. */
      keepsScreen?: boolean
      /** Nothing is changed: something is fetched because somebody asked for it. */
      onlyReads?: boolean
    }
  }
}

/** Only what may pass by itself is tried again: a refusal would be the same the second time. */
const mayPass = (error: Error) => error instanceof Refusal && (error.code === 'unreachable' || error.code === 'unavailable')

/** After any write, everything on screen is fetched anew; or one notice says why the write failed. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5000, retry: (failures, error) => failures < 2 && mayPass(error) } },
  mutationCache: new MutationCache({
    onSuccess: async (_answer, _input, _context, mutation) => {
      if (!mutation.meta?.keepsScreen && !mutation.meta?.onlyReads) await queryClient.invalidateQueries()
    },
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.handlesErrors) notifyError(mutation.meta?.onlyReads ? wordsForReading(error) : wordsFor(error))
    },
  }),
})
