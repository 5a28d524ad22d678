import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type MutationMeta,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { showError } from '#web/lib/browser/toast.ts'
import { ApiError, isConflict } from '#web/lib/errors/api-error.ts'
import { errorMessage, readErrorMessage } from '#web/lib/errors/error-message.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows the error; no notice appears. */
      handlesErrors?: boolean
      /** The change affects nothing on screen. */
      keepsScreen?: boolean
      /** A fetch on request of the user, without a change. */
      onlyReads?: boolean
    }
  }
}

/** Retries only temporary errors. Other errors would repeat. */
const mayPass = (error: Error) => error instanceof ApiError && (error.code === 'unreachable' || error.code === 'unavailable')

const changesScreen = (meta: MutationMeta | undefined) => !meta?.keepsScreen && !meta?.onlyReads

/** The data on screen may be old: the change may have been saved, or others have changed or removed what it is about. */
const mayBeOld = (error: Error) =>
  isConflict(error) || (error instanceof ApiError && ['unreachable', 'uncertain', 'not_found'].includes(error.code))

/**
 * The library does not begin a first read again that is under way. It may have been answered before the change, so this data would stay
 * old: it is read once more.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>, options?: InvalidateOptions) {
    const firstReads = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined)
    await super.invalidateQueries(filters, options)
    if (firstReads.length > 0) await super.invalidateQueries({ predicate: (query) => firstReads.includes(query) }, options)
  }
}

/**
 * After a change, all data on screen is fetched again, also after one that others have prevented: the form stays with what was typed, and
 * the list shows what has happened. A failed change shows one notice.
 */
export const queryClient: QueryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      networkMode: 'always',
    },
    // Without a connection a form says so at once. By default it would wait, and send itself later without being asked.
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onSuccess: async (_answer, _input, _context, mutation) => {
      if (changesScreen(mutation.meta)) await queryClient.invalidateQueries()
    },
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.handlesErrors) showError(mutation.meta?.onlyReads ? readErrorMessage(error) : errorMessage(error))
      // The error is shown at once, so nothing waits for the data.
      if (mayBeOld(error) && changesScreen(mutation.meta)) void queryClient.invalidateQueries()
    },
  }),
})
