import { useNavigate, useSearch } from '@tanstack/react-router'

/** The search part of the URL. `Search` is the type that the route's `validateSearch` returns. */
export const useUrlSearch = <Search extends object>(): Search => useSearch({ strict: false }) as object as Search

/** Changes keys of the search part and keeps the others. An undefined value removes its key. */
export function useChangeUrlSearch() {
  const navigate = useNavigate()
  return (part: object, { replace }: { replace: boolean }) =>
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...part })) as never, replace, resetScroll: false })
}
