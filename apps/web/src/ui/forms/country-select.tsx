import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCountries } from '#web/lib/forms/countries.ts'

interface Props {
  label?: string
  /** The name of the country, as on a shipping label. */
  value: string
  onChange: (name: string, code: string) => void
  error?: ReactNode
  required?: boolean
  'data-path'?: string
}

/** Selects a country by name. An unknown earlier value is kept as an option. */
export function CountrySelect({ label = 'Country', value, onChange, required, ...rest }: Props) {
  const countries = useCountries()
  const names = countries?.map(({ name }) => name) ?? []
  return (
    <Select
      {...rest}
      label={label}
      withAsterisk={required}
      aria-required={required}
      data={value === '' || names.includes(value) ? names : [value, ...names]}
      value={value || null}
      onChange={(name) => onChange(name ?? '', countries?.find((country) => country.name === name)?.code ?? '')}
      searchable
      clearable={!required}
      limit={300}
      autoComplete="off"
      nothingFoundMessage={countries ? 'No results' : 'Loading…'}
      comboboxProps={{ shadow: 'md' }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  )
}
