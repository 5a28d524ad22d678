import { type ComponentProps, useState } from 'react'
import { useCallAfterPause } from '#web/lib/browser/pauses.ts'
import { AUTO_SEARCH_ABOVE, SEARCH_DELAY_MS } from '#web/ui/forms/search-timer.ts'
import { IdSelect } from './choice-select.tsx'

interface Props extends ComponentProps<typeof IdSelect> {
  state: 'loading' | 'loaded' | 'failed'
  /** The name of the selected item, which may not be in the results. */
  chosenName: string | undefined
  onSearch: (text: string) => void
}

function hintFor(typed: string, state: Props['state']): string {
  if (state === 'failed') return 'The search failed. Type again to retry.'
  if (typed.trim().length <= AUTO_SEARCH_ABOVE) return 'Type more than 3 characters.'
  return state === 'loading' ? 'Searching…' : 'No results'
}

/** Selects one item by a search on the server, for lists that are too long to load. `choices` are the results of the last search. */
export function SearchSelect({ choices, state, onSearch, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const later = useCallAfterPause((text: string) => {
    if (text.trim().length <= AUTO_SEARCH_ABOVE && text.trim() !== '') return
    setSearched(text.trim())
    onSearch(text.trim())
  }, SEARCH_DELAY_MS)
  // Enter takes the first result, so results of an earlier text must not be there.
  const isSearched = typed.trim() === searched
  const isCurrent = isSearched && state === 'loaded'
  const found = isCurrent ? choices : choices.filter(({ id }) => id === rest.value)
  return (
    <IdSelect
      {...rest}
      choices={found}
      clearable
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        later(text)
      }}
      // The server has filtered already, by more than the name.
      filter={({ options }) => options}
      selectFirstOptionOnChange={isCurrent && typed !== ''}
      nothingFoundMessage={hintFor(typed, isSearched ? state : 'loading')}
    />
  )
}
