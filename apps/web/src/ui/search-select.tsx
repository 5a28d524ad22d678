import { Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { DEBOUNCE, QUIET_UP_TO } from './search-input.tsx'

interface Props {
  label: string
  /** What the last search found. */
  choices: { id: number; name: string }[]
  state: 'waiting' | 'there' | 'failed'
  value: number | null
  /** How the chosen one is called, as the search may not have found it. */
  chosenName: string | undefined
  onChange: (id: number | null) => void
  onSearch: (text: string) => void
  placeholder?: string
  error?: ReactNode
  required?: boolean
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  /** Names the field to the form's summary of errors. */
  'data-path'?: string
  /** Within something that closes on a click outside: the list must then be inside, and wait until it is asked for. */
  inside?: boolean
}

function hintFor(typed: string, state: Props['state']): string {
  if (state === 'failed') return 'The search failed. Please type again.'
  if (typed.trim().length <= QUIET_UP_TO) return 'Type more than 3 characters.'
  return state === 'waiting' ? 'Searching…' : 'No results'
}

/** One of more than a list can hold: what is typed is searched for, by the timing of every search. */
export function SearchSelect({ label, choices, state, value, chosenName, onChange, onSearch, required, inside, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const later = useDebouncedCallback((text: string) => {
    if (text.trim().length > QUIET_UP_TO || text.trim() === '') onSearch(text.trim())
  }, DEBOUNCE)
  const found = choices.map(({ id, name }) => ({ value: String(id), label: name }))
  const isFound = value === null || choices.some(({ id }) => id === value)
  return (
    <Select
      {...rest}
      label={label}
      withAsterisk={required}
      aria-required={required}
      data={isFound ? found : [{ value: String(value), label: chosenName ?? `#${value}` }, ...found]}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchable
      clearable
      openOnFocus={!inside}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text)
        later(text)
      }}
      // The server has searched already, and by more than the name.
      filter={({ options }) => options}
      nothingFoundMessage={hintFor(typed, state)}
      comboboxProps={{ shadow: 'md', withinPortal: !inside }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  )
}
