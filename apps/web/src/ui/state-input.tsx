import { Autocomplete } from '@mantine/core'
import type { FocusEvent, ReactNode } from 'react'
import { useStates } from '#web/lib/states.ts'

interface Props {
  label?: string
  /** By name: its states are offered. */
  country: string
  value?: string
  onChange?: (state: string) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  error?: ReactNode
  required?: boolean | undefined
  autoComplete?: string
  'data-path'?: string
}

/** A state by name. Those of the country are offered; any other stays as it is typed, for not every list knows every place. */
export function StateInput({ label = 'State', country, required, autoComplete = 'off', ...rest }: Props) {
  const states = useStates(country)
  return (
    <Autocomplete
      {...rest}
      label={label}
      withAsterisk={required}
      aria-required={required}
      data={states}
      limit={200}
      maxDropdownHeight={220}
      autoComplete={autoComplete}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
