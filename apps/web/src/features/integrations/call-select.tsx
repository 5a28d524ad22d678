import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MachineCallGroup } from '@vialdesk/contract/business/integrations'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { CHOICES_STALE_TIME } from '#web/lib/forms/choices.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'

interface Props {
  value: string[]
  onChange: (calls: string[]) => void
  error: ReactNode
}

const readingCalls = (groups: MachineCallGroup[]) =>
  groups.flatMap(({ calls }) => calls.map(({ call }) => call).filter((call) => call.startsWith('GET ')))

function Choice({ groups, value, onChange, error }: Props & { groups: MachineCallGroup[] }) {
  const summaries = new Map(groups.flatMap(({ calls }) => calls.map(({ call, summary }) => [call, summary] as const)))
  return (
    <Stack gap="xs">
      <MultiSelect
        label="Calls"
        description="Choose as few as the system needs. Calls about passwords, sessions and money cannot be chosen."
        withAsterisk
        searchable
        hidePickedOptions
        maxDropdownHeight={280}
        data={groups.map(({ title, calls }) => ({
          group: title,
          items: calls.map(({ call }) => ({ value: call, label: call })),
        }))}
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{summaries.get(option.value)}</Text>
            <Text size="xs" c="dimmed">
              {option.value}
            </Text>
          </div>
        )}
        value={value}
        onChange={onChange}
        error={error}
        placeholder={value.length === 0 ? 'Type to find' : undefined}
        nothingFoundMessage="No calls found"
        comboboxProps={{ shadow: 'md' }}
        data-path="calls"
      />
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => onChange([...new Set([...value, ...readingCalls(groups)])])}>
          Add all calls that only read
        </Button>
        <Button variant="default" size="xs" disabled={value.length === 0} onClick={() => onChange([])}>
          Remove all
        </Button>
      </Group>
    </Stack>
  )
}

/** Chooses the calls of a token. */
export function CallSelect(props: Props) {
  const query = useQuery({ ...apiQuery('GET /api/v1/access-tokens/calls/'), staleTime: CHOICES_STALE_TIME })
  return (
    <Loaded query={query} loading="Loading calls…">
      {(groups) => <Choice groups={groups} {...props} />}
    </Loaded>
  )
}
