import { Autocomplete, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FocusEvent, ReactNode } from 'react'
import { countryCode, needsState, useCountries } from '#web/lib/forms/countries.ts'
import { typedChoiceProps } from './typed-choice.ts'

interface State {
  name: string
  /** The usual abbreviation, such as MA. */
  code: string
}

/** States, provinces and regions, by the two-letter country code. The list loads only with a form that has an address. */
export async function loadStates(): Promise<Map<string, State[]>> {
  const { allCountries } = await import('country-region-data')
  return new Map(allCountries.map(([, code, regions]) => [code, regions.map(([name, short]) => ({ name, code: short ?? '' }))]))
}

/** Empty while loading, and for an unknown country. */
function useStates(country: string): State[] {
  const states = useQuery({ queryKey: ['states'], queryFn: loadStates, staleTime: 'static' }).data
  const code = useCountries() && countryCode(country)
  return (code && states?.get(code)) || []
}

/** The state with this abbreviation comes first, then names that begin with the text, then names that contain it. */
export function findStates(states: State[], search: string): State[] {
  const text = search.trim().toLowerCase()
  const rankOf = ({ name, code }: State) => {
    if (code.toLowerCase() === text || name.toLowerCase() === text) return 0
    if (name.toLowerCase().startsWith(text)) return 1
    return name.toLowerCase().includes(text) ? 2 : 3
  }
  const ranked = states.map((state) => ({ state, rank: rankOf(state) })).filter(({ rank }) => rank < 3)
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ state }) => state)
}

interface Props {
  label?: string
  /** The name of the country whose states are suggested. */
  country: string
  value?: string
  onChange?: (state: string) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  error?: ReactNode
  required?: boolean | undefined
  autoComplete?: string
  'data-path'?: string
}

const filterBy =
  (states: State[]): OptionsFilter =>
  ({ options, search, limit }) => {
    const shown = new Map(options.map((option) => [(option as ComboboxItem).value, option]))
    return findStates(states, search)
      .flatMap(({ name }) => shown.get(name) ?? [])
      .slice(0, limit)
  }

/** A state by name or abbreviation; Enter and Tab take the first match. The country's states are suggested, but any text is accepted because the list may be incomplete. */
export function StateInput({ label = 'State', country, required, autoComplete = 'off', ...rest }: Props) {
  const states = useStates(country)
  const isRequired = required && needsState(country)
  return (
    <Autocomplete
      {...rest}
      label={label}
      withAsterisk={isRequired}
      aria-required={isRequired}
      data={states.map(({ name }) => name)}
      limit={200}
      filter={filterBy(states)}
      selectFirstOptionOnChange
      autoSelectOnBlur
      maxDropdownHeight={220}
      autoComplete={autoComplete}
      comboboxProps={typedChoiceProps}
    />
  )
}
