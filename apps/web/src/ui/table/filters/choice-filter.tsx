import { useState } from 'react'
import { type Choices, nameOfChoice } from '#web/lib/forms/choices.ts'
import type { FilterBy } from '#web/lib/url/list-filter.tsx'
import { asId } from '#web/lib/url/search-params.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { FilterPanel } from './filter-panel.tsx'

/** Filters a list by one record of a list to choose from, in the panel of filters. `useChoices` is a hook. */
export function choiceFilter<Key extends string>(key: Key, label: string, useChoices: () => Choices): FilterBy<Key, number> {
  const filter: FilterBy<string, number> = {
    keys: { [key]: asId },
    useChip: ({ [key as string]: id }) => {
      const choices = useChoices()
      return id && `${label}: ${nameOfChoice(choices, id)}`
    },
    Field: ({ filter: { [key as string]: id = null }, change }) => (
      <ChoiceSelect
        inPopover
        label={label}
        placeholder="All"
        {...useChoices()}
        value={id}
        onChange={(next) => change({ [key]: next ?? undefined })}
      />
    ),
    Panel: FilterPanel,
  }
  return filter as FilterBy<Key, never>
}

interface LinkedOptions {
  label: string
  /** A hook: the name of the chosen record. */
  useName: (id: number | undefined) => string | 0 | undefined
}

/** A record that only links choose: it has a chip and no field. */
export function linkedFilter<Key extends string>(key: Key, { label, useName }: LinkedOptions): FilterBy<Key, number> {
  const filter: FilterBy<string, number> = {
    keys: { [key]: asId },
    useChip: ({ [key as string]: id }) => {
      const name = useName(id)
      return id && `${label}: ${name}`
    },
  }
  return filter as FilterBy<Key, never>
}

interface FoundOptions {
  label: string
  placeholder?: string
  /** A hook: the name of the chosen record. */
  useName: (id: number | undefined) => string | undefined
  /** A hook: the matches of a search. */
  useFound: (search: string) => Choices
}

/** Filters a list by a record that is found by a search, in the panel of filters. */
export function foundFilter<Key extends string>(key: Key, options: FoundOptions): FilterBy<Key, number> {
  const { label, placeholder = 'All', useName, useFound } = options
  const filter: FilterBy<string, number> = {
    ...linkedFilter<string>(key, options),
    Field: ({ filter: { [key as string]: id }, change }) => {
      const [search, setSearch] = useState('')
      return (
        <SearchSelect
          inPopover
          label={label}
          placeholder={placeholder}
          {...useFound(search)}
          value={id ?? null}
          chosenName={useName(id)}
          onSearch={setSearch}
          onChange={(next) => change({ [key]: next ?? undefined })}
        />
      )
    },
    Panel: FilterPanel,
  }
  return filter as FilterBy<Key, never>
}
