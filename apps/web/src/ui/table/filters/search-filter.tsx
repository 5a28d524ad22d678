import type { ComponentProps } from 'react'
import { keyFilter } from '#web/lib/url/list-filter.tsx'
import { asText } from '#web/lib/url/search-params.ts'
import { SearchInput } from './search-input.tsx'

interface Options extends Omit<ComponentProps<typeof SearchInput>, 'value' | 'onSearch'> {
  /** A hook. Whether a text opens a record and starts no search. */
  useOpens?: () => (text: string) => boolean
}

const useNoOpening = () => () => false

/** A box that searches a list. `chip` is in front of the text in the chip. */
export const textFilter = <Key extends string>(key: Key, { chip, useOpens = useNoOpening, ...box }: Options & { chip: string }) =>
  keyFilter(key, {
    read: asText,
    useChip: (text) => text && `${chip}: ${text}`,
    Field: ({ value, onChange }) => {
      const opens = useOpens()
      const search = (next: string | undefined) => {
        if (next === undefined || !opens(next)) onChange(next)
      }
      return <SearchInput {...box} value={value} onSearch={search} />
    },
  })

/** The box that most lists have. */
export const searchFilter = (options: Options) => textFilter('search', { ...options, chip: 'Search' })
