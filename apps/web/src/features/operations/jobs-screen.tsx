import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { JobState, Jobs } from '@vialdesk/contract/operations'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { type ListFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Stat, StatRow } from '#web/ui/layout/stat.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { jobColumns, jobStates } from './job.columns.tsx'

const PAGE_SIZE = 20

export interface JobsSearch {
  state?: JobState | undefined
  task?: string | undefined
}

const filtersOf = ({ state, task }: JobsSearch): ListFilter<JobsSearch>[] => [
  { keys: ['state'], label: state && `State: ${jobStates[state].label}` },
  { keys: ['task'], label: task && `Task: ${task}` },
]

const stateOptions = (Object.keys(jobStates) as JobState[]).map((value) => ({ value, label: jobStates[value].label }))

const Counts = ({ waiting, running, dead }: Pick<Jobs, JobState>) => (
  <StatRow>
    <Stat label="Waiting" value={formatCount(waiting)} note="Due, or waiting for their next attempt" />
    <Stat label="Running" value={formatCount(running)} note="A worker has them now" />
    <Stat label="Dead" value={formatCount(dead)} note="All attempts failed. Remove the cause, then retry" />
  </StatRow>
)

const empty = (
  <EmptyState
    icon={IconCircleCheck}
    title="Empty table. There's nothing to show"
    hint="All background work of the portal is done."
  />
)

/** The background jobs of all domains, without their data. */
export function JobsScreen() {
  const page = useListPage<JobsSearch>(PAGE_SIZE, filtersOf)
  const list = useQuery({ ...apiQuery('GET /api/v1/jobs/', { query: page.query }), placeholderData: keepPreviousData })
  const retry = useMutation({
    ...apiMutation('POST /api/v1/jobs/{id}/retry/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  const { state, task } = page.filter
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
      {list.data && <Counts {...list.data} />}
      <DataTable
        name="jobs"
        views="jobs"
        label="Background jobs"
        columns={jobColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ id, task }) => `${task}, job ${id}`}
        rowActions={(job) => [
          {
            label: job.state === 'running' ? 'Retry (is running)' : 'Retry now',
            icon: IconPlayerPlay,
            disabled: job.state === 'running' || retry.isPending,
            onClick: () => retry.mutate({ params: { id: job.id } }),
          },
        ]}
        empty={empty}
        toolbar={
          <>
            <SearchInput label="Search tasks" value={task} onSearch={(text) => page.change({ task: text })} />
            <FilterSelect
              label="State"
              all="All states"
              options={stateOptions}
              value={state}
              onChange={(next) => page.change({ state: next })}
              width={160}
            />
          </>
        }
      />
    </Screen>
  )
}
