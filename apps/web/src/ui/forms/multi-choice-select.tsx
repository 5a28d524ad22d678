import { MultiSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { emptyListText, MAX_OPTIONS } from './choice-list.ts'

interface Choice {
  id: number
  name: string
}
interface Props {
  label: string
  choices: Choice[]
  state: 'loading' | 'loaded' | 'failed'
  value: number[]
  /** The names of the selected items while the list loads. */
  chosen: Choice[]
  onChange: (ids: number[]) => void
  error?: ReactNode
  description?: ReactNode
  /** The path of the field, for the error summary of the form. */
  'data-path'?: string
}

/** Selects several of a list by typing. The list closes after each selection, because it covers the fields below. */
export function MultiChoiceSelect({ choices, chosen, state, value, onChange, ...rest }: Props) {
  const [opened, list] = useDisclosure(false)
  const names = new Map([...chosen, ...choices].map(({ id, name }) => [id, name]))
  return (
    <MultiSelect
      {...rest}
      data={[...names].map(([id, name]) => ({ value: String(id), label: name || `#${id}` }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      dropdownOpened={opened}
      onDropdownOpen={list.open}
      onDropdownClose={list.close}
      onOptionSubmit={list.close}
      searchable
      clearable
      hidePickedOptions
      limit={MAX_OPTIONS}
      placeholder={value.length === 0 ? 'Type to find' : undefined}
      nothingFoundMessage={emptyListText({ choices, state })}
      comboboxProps={{ shadow: 'md' }}
      clearButtonProps={{ 'aria-label': `Clear ${rest.label}` }}
    />
  )
}
