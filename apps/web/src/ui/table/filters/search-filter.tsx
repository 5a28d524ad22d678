import type { ComponentProps } from 'react'
import type { FilterBy } from '#web/lib/url/list-filter.tsx'
import { asText } from '#web/lib/url/search-params.ts'
import { SearchInput } from './search-input.tsx'

interface Options<Key extends string> extends Omit<ComponentProps<typeof SearchInput>, 'value' | 'onSearch'> {
  key?: Key
  /** In front of the text in the chip. */
  chip?: string
  /** A hook. Whether a text opens a record and starts no search. */
  useOpens?: () => (text: string) => boolean
}

const useNoOpening = () => () => false

/** The box that searches a list. */
export function searchFilter<Key extends string = 'search'>(options: Options<Key>): FilterBy<Key, string> {
  const { key = 'search', chip = 'Search', useOpens = useNoOpening, ...box } = options
  const filter: FilterBy<string, string> = {
    keys: { [key]: asText },
    useChip: ({ [key]: text }) => text && `${chip}: ${text}`,
    Field: ({ filter: { [key]: text }, change }) => {
      const opens = useOpens()
      const search = (next: string | undefined) => {
        if (next === undefined || !opens(next)) change({ [key]: next })
      }
      return <SearchInput {...box} value={text} onSearch={search} />
    },
  }
  return filter as FilterBy<Key, never>
}
