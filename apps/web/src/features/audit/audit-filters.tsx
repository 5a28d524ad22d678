import { Select } from '@mantine/core'
import { type AuditEventType, auditEventTitles } from '@vialdesk/contract/audit-events'
import { useState } from 'react'
import { useUserChoices, useUserName } from '#web/entities/user/user-choices.ts'
import type { Period } from '#web/lib/format/periods.ts'
import { type ListFilter, periodFilter } from '#web/lib/url/use-list-page.ts'
import { SearchSelect } from '#web/ui/forms/search-select.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'

export interface AuditSearch extends Period {
  type?: AuditEventType | undefined
  actor_id?: number | undefined
  about_id?: number | undefined
  seen_patient_id?: number | undefined
}

type Names = Record<'actor' | 'about' | 'seen', string | undefined>

export const useAuditNames = ({ actor_id, about_id, seen_patient_id }: AuditSearch): Names => ({
  actor: useUserName(actor_id),
  about: useUserName(about_id),
  seen: useUserName(seen_patient_id),
})

export const auditFilters = (
  { type, actor_id, about_id, seen_patient_id, ...period }: AuditSearch,
  names: Names,
): ListFilter<AuditSearch>[] => [
  { keys: ['type'], label: type && `What: ${auditEventTitles[type]}` },
  { keys: ['actor_id'], label: actor_id && `Who: ${names.actor}` },
  { keys: ['about_id'], label: about_id && `About: ${names.about}` },
  { keys: ['seen_patient_id'], label: seen_patient_id && `Who saw: ${names.seen}` },
  periodFilter(period),
]

const eventOptions = Object.entries(auditEventTitles)
  .map(([value, label]) => ({ value: value as AuditEventType, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

interface UserProps {
  label: string
  placeholder?: string
  value: number | undefined
  name: string | undefined
  onChange: (id: number | undefined) => void
}

function UserFilter({ label, placeholder = 'Everybody', value, name, onChange }: UserProps) {
  const [search, setSearch] = useState('')
  return (
    <SearchSelect
      inPopover
      label={label}
      placeholder={placeholder}
      {...useUserChoices(search)}
      value={value ?? null}
      chosenName={name}
      onSearch={setSearch}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}

interface Props {
  value: AuditSearch
  names: Names
  onChange: (part: AuditSearch) => void
}

/** Filters by the event, by who did it, by whom it is about, and by who saw a patient, also in lists and exports. */
export function AuditFilters({ value, names, onChange }: Props) {
  const { type, actor_id, about_id, seen_patient_id } = value
  return (
    <FilterPanel on={[type, actor_id, about_id, seen_patient_id].filter((each) => each !== undefined).length}>
      <Select
        label="What"
        placeholder="All events"
        data={eventOptions}
        value={type ?? null}
        onChange={(next) => onChange({ type: eventOptions.find((option) => option.value === next)?.value })}
        searchable
        clearable
        nothingFoundMessage="No results"
        comboboxProps={{ shadow: 'md', withinPortal: false }}
        clearButtonProps={{ 'aria-label': 'Clear What' }}
      />
      <UserFilter label="Who" value={actor_id} name={names.actor} onChange={(id) => onChange({ actor_id: id })} />
      <UserFilter label="About" value={about_id} name={names.about} onChange={(id) => onChange({ about_id: id })} />
      <UserFilter
        label="Who saw"
        placeholder="Any patient"
        value={seen_patient_id}
        name={names.seen}
        onChange={(id) => onChange({ seen_patient_id: id })}
      />
    </FilterPanel>
  )
}
