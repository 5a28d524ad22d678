import { Select } from '@mantine/core'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { useCallAfterPause } from '#web/lib/browser/pauses.ts'
import { chosenFirst } from './choice-list.ts'
import { AUTO_SEARCH_ABOVE, SEARCH_DELAY_MS } from './search-timer.ts'

interface Props {
  label: string
  /** The results of the last search. */
  choices: { id: number; name: string }[]
  state: 'loading' | 'loaded' | 'failed'
  value?: number | null
  /** The name of the selected item, which may not be in the results. */
  chosenName: string | undefined
  onChange?: (id: number | null) => void
  onSearch: (text: string) => void
  placeholder?: string
  error?: ReactNode
  required?: boolean
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  /** The path of the field, for the error summary of the form. */
  'data-path'?: string
  /** For use in a popover, which closes on a click outside: the list opens inside it. */
  inPopover?: boolean
}

function hintFor(typed: string, state: Props['state']): string {
  if (state === 'failed') return 'The search failed. Type again to retry.'
  if (typed.trim().length <= AUTO_SEARCH_ABOVE) return 'Type more than 3 characters.'
  return state === 'loading' ? 'Searching…' : 'No results'
}

/** Selects one item by a search on the server, for lists that are too long to load. */
export function SearchSelect({
  label,
  choices,
  state,
  value = null,
  chosenName,
  onChange,
  onSearch,
  required,
  inPopover,
  ...rest
}: Props) {
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
  const options = choices.map(({ id, name }) => ({ value: String(id), label: name }))
  const found = isCurrent ? options : options.filter((option) => option.value === String(value))
  return (
    <Select
      {...rest}
      label={label}
      withAsterisk={required}
      aria-required={required}
      data={chosenFirst(found, value, chosenName)}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        later(text)
      }}
      // The server has filtered already, by more than the name.
      filter={({ options }) => options}
      selectFirstOptionOnChange={isCurrent && typed !== ''}
      selectFirstOptionOnDropdownOpen
      allowDeselect={false}
      nothingFoundMessage={hintFor(typed, isSearched ? state : 'loading')}
      comboboxProps={{ shadow: 'md', withinPortal: !inPopover }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  )
}
