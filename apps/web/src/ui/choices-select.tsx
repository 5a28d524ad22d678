import { MultiSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { nothingFound, OFFERED_AT_ONCE } from './choice-list.ts'

interface Choice {
  id: number
  name: string
}
interface Props {
  label: string
  choices: Choice[]
  state: 'waiting' | 'there' | 'failed'
  value: number[]
  /** How those are called that were chosen before, while the list is on its way. */
  chosen: Choice[]
  onChange: (ids: number[]) => void
  error?: ReactNode
  description?: ReactNode
  /** Names the field to the form's summary of errors. */
  'data-path'?: string
}

/** Several of a list of things with ids, found by typing. The list closes after each, as it lies over what comes next. */
export function ChoicesSelect({ choices, chosen, state, value, onChange, ...rest }: Props) {
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
      limit={OFFERED_AT_ONCE}
      placeholder={value.length === 0 ? 'Type to find' : undefined}
      nothingFoundMessage={nothingFound({ choices, state })}
      comboboxProps={{ shadow: 'md' }}
      clearButtonProps={{ 'aria-label': `Clear ${rest.label}` }}
    />
  )
}
