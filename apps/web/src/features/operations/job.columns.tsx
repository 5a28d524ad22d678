import type { JobRow, JobState } from '@vialdesk/contract/operations'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

export const jobStates: Record<JobState, { label: string; meaning: StatusMeaning }> = {
  waiting: { label: 'Waiting', meaning: 'waiting' },
  running: { label: 'Running', meaning: 'info' },
  dead: { label: 'Dead', meaning: 'bad' },
}

export const jobColumns: Column<JobRow>[] = [
  { key: 'task', header: 'Task', main: true, cell: ({ task }) => task },
  { key: 'domain', header: 'Domain', cell: ({ domain }) => <bdi>{domain?.name ?? 'Installation'}</bdi> },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge meaning={jobStates[state].meaning}>{jobStates[state].label}</StatusBadge>,
  },
  {
    key: 'attempts',
    header: 'Attempts',
    noWrap: true,
    cell: ({ attempts, max_attempts }) => (
      <span className="figures">
        {attempts} of {max_attempts}
      </span>
    ),
  },
  { key: 'run_at', header: 'Next or last attempt', noWrap: true, cell: ({ run_at }) => <DateText value={run_at} withTime /> },
  { key: 'error', header: 'Last error', cell: ({ error }) => error || '—' },
  { key: 'created_at', header: 'Created', cell: ({ created_at }) => <DateText value={created_at} withTime />, optional: true },
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, optional: true },
]
