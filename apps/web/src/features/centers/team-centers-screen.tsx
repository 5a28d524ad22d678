import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CenterKind, TeamCenter } from '@vialdesk/contract/centers'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { placeText } from '#web/lib/format/postal-address.ts'
import { nameOfChoice } from '#web/lib/forms/choices.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { placeName } from './all-centers.columns.tsx'

const PAGE_SIZE = 10

interface TeamCentersSearch {
  search?: string | undefined
  kind?: CenterKind | undefined
  sales_rep_id?: number | undefined
}

const kindNames: Record<CenterKind, string> = {
  harvest_center: 'Harvest center',
  referral_harvest_center: 'Referral center',
}
const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value: value as CenterKind, label }))

const columns: Column<TeamCenter>[] = [
  { key: 'company', header: 'Company', main: true, cell: (row) => <bdi>{placeName(row)}</bdi> },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindNames[kind] },
  { key: 'place', header: 'Place', cell: (row) => placeText(row) || '—' },
  {
    key: 'rep',
    header: 'Sales rep',
    cell: ({ sales_rep: { first_name, last_name } }) => `${first_name} ${last_name}`.trim() || '—',
  },
  {
    key: 'patients',
    header: 'Patients',
    align: 'right',
    cell: ({ patients = 0 }) => <span className="figures">{formatCount(patients)}</span>,
  },
  { key: 'joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
]

/** The centers that the reps of a team brought. */
export function TeamCentersScreen() {
  const reps = useRepChoices()
  const page = useListPage<TeamCentersSearch>(PAGE_SIZE, ({ search, kind, sales_rep_id: rep }) => [
    searchFilter({ search }),
    { keys: ['kind'], label: kind && `Kind: ${kindNames[kind]}` },
    { keys: ['sales_rep_id'], label: rep && `Sales rep: ${nameOfChoice(reps, rep)}` },
  ])
  const { filter, change } = page
  const query = apiQuery('GET /api/v1/team-centers/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const toolbar = (
    <>
      <SearchInput
        label="Search centers"
        placeholder="Company, email, ID…"
        value={filter.search}
        onSearch={(search) => change({ search })}
      />
      <FilterSelect
        label="Kind"
        all="All kinds"
        options={kindOptions}
        value={filter.kind}
        onChange={(kind) => change({ kind })}
        width={180}
      />
      <FilterPanel on={Number(filter.sales_rep_id !== undefined)}>
        <ChoiceSelect
          inPopover
          label="Sales rep"
          placeholder="All"
          {...reps}
          value={filter.sales_rep_id ?? null}
          onChange={(id) => change({ sales_rep_id: id ?? undefined })}
        />
      </FilterPanel>
    </>
  )
  const hint = 'Reps bring centers with their sign-up links. The centers appear here.'
  return (
    <Screen title="Team Centers" lead="The centers that the sales reps of your team brought.">
      <DataTable
        name="team-centers"
        exports={{ list: 'GET /api/v1/team-centers/', rows: ['center', 'centers'] }}
        label="Centers of the team"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={placeName}
        rowHref={({ id }) => `/users/${id}`}
        empty={<EmptyState title="Empty table. There's nothing to show" hint={hint} />}
        toolbar={toolbar}
      />
    </Screen>
  )
}
