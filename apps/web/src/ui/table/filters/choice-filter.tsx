import { useState } from 'react'
import { type Choices, nameOfChoice } from '#web/lib/forms/choices.ts'
import { keyFilter } from '#web/lib/url/list-filter.tsx'
import { asId } from '#web/lib/url/search-params.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { FilterPanel } from './filter-panel.tsx'

/**
 * Filters a list by one record of a list to choose from, in the panel of filters. `useChoices` is a hook. `nameOf` is for records whose names
 * are known without the choices.
 */
export const choiceFilter = <Key extends string>(
  key: Key,
  label: string,
  useChoices: () => Choices,
  nameOf: (choices: Choices, id: number) => string = nameOfChoice,
) =>
  keyFilter(key, {
    read: asId,
    useChip: (id) => {
      const choices = useChoices()
      return id && `${label}: ${nameOf(choices, id)}`
    },
    Field: ({ value = null, onChange }) => (
      <ChoiceSelect
        inPopover
        label={label}
        placeholder="All"
        {...useChoices()}
        value={value}
        onChange={(next) => onChange(next ?? undefined)}
      />
    ),
    Panel: FilterPanel,
  })

interface LinkedOptions {
  label: string
  /** A hook: the name of the chosen record. */
  useName: (id: number | undefined) => string | 0 | undefined
}

/** The chip of a record that has its own query for its name. */
const chipOf = ({ label, useName }: LinkedOptions) =>
  function useChip(id: number | undefined) {
    const name = useName(id)
    return id && `${label}: ${name}`
  }

/** A record that only links choose: it has a chip and no field. */
export const linkedFilter = <Key extends string>(key: Key, options: LinkedOptions) =>
  keyFilter(key, { read: asId, useChip: chipOf(options) })

interface FoundOptions {
  label: string
  placeholder?: string
  /** A hook: the name of the chosen record. */
  useName: (id: number | undefined) => string | undefined
  /** A hook: the matches of a search. */
  useFound: (search: string) => Choices
}

/** Filters a list by a record that is found by a search, in the panel of filters. */
export const foundFilter = <Key extends string>(key: Key, { label, placeholder = 'All', useName, useFound }: FoundOptions) =>
  keyFilter(key, {
    read: asId,
    useChip: chipOf({ label, useName }),
    Field: ({ value, onChange }) => {
      const [search, setSearch] = useState('')
      return (
        <SearchSelect
          inPopover
          label={label}
          placeholder={placeholder}
          {...useFound(search)}
          value={value ?? null}
          chosenName={useName(value)}
          onSearch={setSearch}
          onChange={(next) => onChange(next ?? undefined)}
        />
      )
    },
    Panel: FilterPanel,
  })
