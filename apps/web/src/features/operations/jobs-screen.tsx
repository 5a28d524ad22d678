import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import type { JobRow, JobState, Jobs } from '@vialdesk/contract/business/operations'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { textFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const jobStates: Record<JobState, { label: string; meaning: StatusMeaning }> = {
  waiting: { label: 'Waiting', meaning: 'waiting' },
  running: { label: 'Running', meaning: 'info' },
  dead: { label: 'Dead', meaning: 'bad' },
}

const jobColumns: Column<JobRow>[] = [
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

const jobs = defineList('GET /api/v1/jobs/', {
  name: 'jobs',
  label: 'Background jobs',
  pageSize: 20,
  views: 'jobs',
  columns: jobColumns,
  filters: [
    textFilter('task', { chip: 'Task', label: 'Search tasks' }),
    oneOfFilter('state', { label: 'State', all: 'All states', names: jobStates, width: 160 }),
  ],
  chipOrder: ['state', 'task'],
  rowName: ({ id, task }) => `${task}, job ${id}`,
  empty: { icon: IconCircleCheck, hint: 'All background work of the portal is done.' },
})

const Counts = ({ waiting, running, dead }: Pick<Jobs, JobState>) => (
  <StatRow>
    <Stat label="Waiting" value={formatCount(waiting)} note="Due, or waiting for their next attempt" />
    <Stat label="Running" value={formatCount(running)} note="A worker has them now" />
    <Stat label="Dead" value={formatCount(dead)} note="All attempts failed. Remove the cause, then retry" />
  </StatRow>
)

/** The background jobs of all domains, without their data. */
export function JobsScreen() {
  const open = useList(jobs)
  const { data, list } = open
  const retry = useAction('POST /api/v1/jobs/{id}/retry/')
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={list.isFetching}
      onClick={() => void list.refetch()}
    >
      Refresh
    </Button>
  )
  return (
    <Screen
      title="Background Jobs"
      lead="Work of all domains that the portal does in the background. Data and error texts of jobs may name people, so they are shown on the server console only."
      actions={refresh}
    >
      {data && <Counts {...data} />}
      <ListTable
        of={open}
        rowActions={(job) => [
          {
            label: job.state === 'running' ? 'Retry (is running)' : 'Retry now',
            icon: IconPlayerPlay,
            disabled: job.state === 'running' || retry.isPending,
            onClick: () => retry.mutate({ params: { id: job.id } }),
          },
        ]}
      />
    </Screen>
  )
}
