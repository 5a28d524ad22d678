import { Autocomplete, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import type { FocusEvent, ReactNode } from 'react'
import { needsState } from '#web/lib/forms/countries.ts'
import { findStates, type State, useStates } from '#web/lib/forms/states.ts'
import { typedChoiceProps } from './typed-choice.ts'

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
