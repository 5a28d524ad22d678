import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { chosenFirst, emptyListText, MAX_OPTIONS } from './choice-list.ts'

interface IdSelectProps
  extends Pick<SelectProps, 'description' | 'placeholder' | 'error' | 'required' | 'onBlur' | 'searchValue' | 'onSearchChange'>,
    Pick<SelectProps, 'clearable' | 'filter' | 'limit' | 'nothingFoundMessage' | 'selectFirstOptionOnChange'> {
  label: string
  choices: { id: number; name: string }[]
  value?: number | null
  /** The name of the selected item, if it is not among the choices. */
  chosenName?: string | undefined
  onChange?: (id: number | null) => void
  /** For use in a popover, which closes on a click outside: the list opens inside it. */
  inPopover?: boolean
  /** The path of the field, for the error summary of the form. */
  'data-path'?: string
}

/** Selects one item by typing. */
export const IdSelect = ({ choices, value = null, chosenName, onChange, required, inPopover, ...rest }: IdSelectProps) => (
  <Select
    {...rest}
    withAsterisk={required}
    aria-required={required}
    data={chosenFirst(
      choices.map(({ id, name }) => ({ value: String(id), label: name || `#${id}` })),
      value,
      chosenName,
    )}
    value={value === null ? null : String(value)}
    onChange={(id) => onChange?.(id === null ? null : Number(id))}
    searchable
    selectFirstOptionOnDropdownOpen
    allowDeselect={false}
    comboboxProps={{ shadow: 'md', withinPortal: !inPopover }}
    clearButtonProps={{ 'aria-label': `Clear ${rest.label}` }}
  />
)

export interface ChoiceSelectProps extends Omit<IdSelectProps, 'chosenName'> {
  state: 'loading' | 'loaded' | 'failed'
}

/** Selects one of a list. */
export function ChoiceSelect({ state, ...rest }: ChoiceSelectProps) {
  const [typed, setTyped] = useState('')
  return (
    <IdSelect
      {...rest}
      chosenName={state === 'loading' ? 'Loading…' : undefined}
      onSearchChange={setTyped}
      selectFirstOptionOnChange={state === 'loaded' && typed !== ''}
      clearable={!rest.required}
      limit={MAX_OPTIONS}
      nothingFoundMessage={emptyListText({ choices: rest.choices, state })}
    />
  )
}
