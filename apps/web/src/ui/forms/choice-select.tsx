import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { chosenFirst, emptyListText, MAX_OPTIONS } from './choice-list.ts'

export interface ChoiceSelectProps {
  label: string
  choices: { id: number; name: string }[]
  state: 'loading' | 'loaded' | 'failed'
  value?: number | null
  onChange?: (id: number | null) => void
  error?: ReactNode
  description?: ReactNode
  placeholder?: string
  required?: boolean
  /** For use in a popover, which closes on a click outside: the list opens inside it. */
  inPopover?: boolean
  /** The path of the field, for the error summary of the form. */
  'data-path'?: string
}

/** Selects one of a list by typing. */
export function ChoiceSelect({ choices, state, value = null, onChange, required, inPopover, ...rest }: ChoiceSelectProps) {
  const known = choices.map(({ id, name }) => ({ value: String(id), label: name || `#${id}` }))
  const [typed, setTyped] = useState('')
  return (
    <Select
      {...rest}
      withAsterisk={required}
      aria-required={required}
      data={chosenFirst(known, value, state === 'loading' ? 'Loading…' : undefined)}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
      searchable
      onSearchChange={setTyped}
      selectFirstOptionOnChange={state === 'loaded' && typed !== ''}
      selectFirstOptionOnDropdownOpen
      allowDeselect={false}
      clearable={!required}
      limit={MAX_OPTIONS}
      nothingFoundMessage={emptyListText({ choices, state })}
      comboboxProps={{ shadow: 'md', withinPortal: !inPopover }}
      clearButtonProps={{ 'aria-label': `Clear ${rest.label}` }}
    />
  )
}
