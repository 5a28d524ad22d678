import { Autocomplete } from '@mantine/core'
import type { FocusEvent, ReactNode } from 'react'
import { useStates } from '#web/lib/forms/states.ts'

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

/** A state by name. The country's states are suggested, but any text is accepted because the list may be incomplete. */
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
