import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCountries } from '#web/lib/countries.ts'

interface Props {
  label?: string
  /** The country's name, as it stands on a label. */
  value: string
  onChange: (name: string, code: string) => void
  error?: ReactNode
  required?: boolean
  'data-path'?: string
}

/** A country by name. One that stands there already stays, however it was once written. */
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
