import { useNavigate, useSearch } from '@tanstack/react-router'

export interface Filters<Filter extends object> {
  /** What the address says now. */
  filter: Filter
  /** Changes some of it and goes back to the first page; undefined and blank values leave the address. */
  change: (part: Partial<Filter>) => void
  clear: () => void
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''
const tidy = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => isSet(value)))

/**
 * What the address can hold, the address holds: filter, sort, page, the open drawer. `Filter` is the type that the
 * route's `validateSearch` answers. A change replaces the entry in the history, so that Back leaves the screen.
 */
export function useFilters<Filter extends object>(): Filters<Filter> {
  const search: object = useSearch({ strict: false })
  const filter = search as Filter
  const navigate = useNavigate()
  const go = (search: (now: object) => object) =>
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
  return {
    filter,
    change: (part) => go((now) => tidy({ ...now, offset: undefined, ...part })),
    clear: () => go(() => ({})),
  }
}
