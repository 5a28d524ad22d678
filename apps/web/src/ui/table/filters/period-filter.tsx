import { Button, Group } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { namedPeriods, type Period, periodText } from '#web/lib/format/periods.ts'
import type { ListFilter } from '#web/lib/url/list-filter.tsx'
import { asDay } from '#web/lib/url/search-params.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { FilterPanel } from './filter-panel.tsx'

interface Props {
  period: Period
  onChange: (period: Period) => void
}

/** Chooses a named period or two days. */
function PeriodField({ period, onChange }: Props) {
  const { date_after, date_before } = period
  const chosen = periodText(period)
  return (
    <FilterPanel label="Dates" icon={IconCalendar} on={chosen ? 1 : 0}>
      <Group gap={6}>
        {namedPeriods().map(({ name, period: next }) => (
          <Button
            key={name}
            size="compact-sm"
            variant={name === chosen ? 'filled' : 'default'}
            aria-pressed={name === chosen}
            onClick={() => onChange(next)}
          >
            {name}
          </Button>
        ))}
      </Group>
      <DayInput
        inPopover
        label="From"
        value={date_after ?? null}
        maxDate={date_before}
        onChange={(day) => onChange({ ...period, date_after: day ?? undefined })}
      />
      <DayInput
        inPopover
        label="To"
        value={date_before ?? null}
        minDate={date_after}
        onChange={(day) => onChange({ ...period, date_before: day ?? undefined })}
      />
    </FilterPanel>
  )
}

/** Filters a list by days. */
export const periodFilter: ListFilter<Period> = {
  keys: { date_after: asDay, date_before: asDay },
  useChip: (period) => periodText(period),
  Field: ({ filter: { date_after, date_before }, change }) => (
    <PeriodField period={{ date_after, date_before }} onChange={change} />
  ),
}
