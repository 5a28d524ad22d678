import { Button, Group } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { namedPeriods, type Period, periodText } from '#web/lib/format/periods.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { FilterPanel } from './filter-panel.tsx'

interface Props {
  period: Period
  onChange: (period: Period) => void
}

/** Filters by a named period or by two days. */
export function PeriodFilter({ period, onChange }: Props) {
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
