import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Country, findCountries, useCountries } from '#web/lib/forms/countries.ts'
import { typedChoiceProps } from './typed-choice.ts'

interface Props {
  label?: string
  /** The name of the country, as on a shipping label. */
  value: string
  onChange: (name: string, code: string) => void
  error?: ReactNode
  description?: ReactNode
  required?: boolean
  'data-path'?: string
}

/** Typing finds a country by its name, by another name (USA, Holland) and by its code. */
const filterBy =
  (countries: Country[]): OptionsFilter =>
  ({ options, search }) => {
    const shown = new Map(options.map((option) => [(option as ComboboxItem).value, option]))
    const known = new Set(countries.map(({ name }) => name))
    const unknown = options.filter((option) => search === '' && !known.has((option as ComboboxItem).value))
    return [...unknown, ...findCountries(countries, search).flatMap(({ name }) => shown.get(name) ?? [])]
  }

/** Selects a country by name; Enter and Tab take the first match. An unknown earlier value is kept as an option. */
export function CountrySelect({ label = 'Country', value, onChange, required, ...rest }: Props) {
  const countries = useCountries()
  const others = countries?.map(({ name }) => name).filter((name) => name !== value) ?? []
  const [search, setSearch] = useState('')
  const isTyped = search.trim() !== '' && search !== value
  return (
    <Select
      {...rest}
      label={label}
      withAsterisk={required}
      aria-required={required}
      // The present choice comes first, because an opened list begins with its first option.
      data={value === '' ? others : [value, ...others]}
      value={value || null}
      onChange={(name) => onChange(name ?? '', countries?.find((country) => country.name === name)?.code ?? '')}
      searchable
      filter={filterBy(countries ?? [])}
      onSearchChange={setSearch}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      autoSelectOnBlur={isTyped}
      allowDeselect={false}
      clearable={!required}
      limit={300}
      autoComplete="off"
      nothingFoundMessage={countries ? 'No results' : 'Loading…'}
      comboboxProps={typedChoiceProps}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  )
}
