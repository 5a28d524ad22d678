import { vialStateNames } from '@vialdesk/contract/lab-fields'
import type { VialState } from '@vialdesk/contract/single-vials'
import { useUserName } from '#web/entities/user/user-choices.ts'
import { type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'

const PAGE_SIZE = 20

export interface VialSearch {
  search?: string | undefined
  state?: VialState | undefined
  patient?: number | undefined
}

/** Filters and page of the list of vials. */
export function useVialPage(): ListPage<VialSearch> {
  const name = useUserName(useUrlSearch<VialSearch>().patient)
  return useListPage<VialSearch>(PAGE_SIZE, ({ search, state, patient }) => [
    searchFilter({ search }),
    { keys: ['state'], label: state && `State: ${vialStateNames[state]}` },
    { keys: ['patient'], label: patient && `Patient: ${name}` },
  ])
}
