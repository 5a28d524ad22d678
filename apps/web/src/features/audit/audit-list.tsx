import { Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type AuditEventType, auditEventTitles } from '@vialdesk/contract/audit-events'
import { defineList } from '#web/entities/list/define-list.ts'
import { useUserChoices, useUserName } from '#web/entities/user/user-choices.ts'
import type { ListFilter } from '#web/lib/url/list-filter.tsx'
import { asOneOf } from '#web/lib/url/search-params.ts'
import { foundFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'
import { periodFilter } from '#web/ui/table/filters/period-filter.tsx'
import { optionsOf } from '#web/ui/table/filters/select-filter.tsx'
import { auditColumns } from './audit.columns.tsx'

const eventOptions = optionsOf(auditEventTitles).toSorted((a, b) => a.label.localeCompare(b.label))

const eventFilter: ListFilter<{ type?: AuditEventType | undefined }> = {
  keys: { type: asOneOf(...eventOptions.map(({ value }) => value)) },
  useChip: ({ type }) => type && `What: ${auditEventTitles[type]}`,
  Field: ({ filter: { type }, change }) => (
    <Select
      label="What"
      placeholder="All events"
      data={eventOptions}
      value={type ?? null}
      onChange={(next) => change({ type: eventOptions.find((option) => option.value === next)?.value })}
      searchable
      clearable
      nothingFoundMessage="No results"
      comboboxProps={{ shadow: 'md', withinPortal: false }}
      clearButtonProps={{ 'aria-label': 'Clear What' }}
    />
  ),
  Panel: FilterPanel,
}

const users = { placeholder: 'Everybody', useName: useUserName, useFound: useUserChoices }

/** Filters by the event, by who did it, by whom it is about, and by who saw a patient, also in lists and exports. */
export const auditList = defineList('GET /api/v1/audit/', {
  name: 'audit',
  label: 'Audit',
  pageSize: 20,
  isCursor: true,
  views: 'audit',
  columns: auditColumns,
  filters: [
    eventFilter,
    foundFilter('actor_id', { ...users, label: 'Who' }),
    foundFilter('about_id', { ...users, label: 'About' }),
    foundFilter('seen_patient_id', { ...users, label: 'Who saw', placeholder: 'Any patient' }),
    periodFilter,
  ],
  rowName: ({ id, title }) => `${title}, row ${id}`,
  empty: { icon: IconHistory, hint: 'The first event appears here.' },
})

export type AuditSearch = NonNullable<typeof auditList.values>
