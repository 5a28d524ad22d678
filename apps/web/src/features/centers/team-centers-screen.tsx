import type { CenterKind, TeamCenter } from '@vialdesk/contract/people/centers'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { placeText } from '#web/lib/format/postal-address.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { choiceFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { placeName } from './all-centers.columns.tsx'

const kindNames: Record<CenterKind, string> = {
  harvest_center: 'Harvest center',
  referral_harvest_center: 'Referral center',
}

const columns: Column<TeamCenter>[] = [
  { key: 'company', sort: 'company', header: 'Company', main: true, cell: (row) => <bdi>{placeName(row)}</bdi> },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindNames[kind] },
  { key: 'place', header: 'Place', cell: (row) => placeText(row) || '—' },
  {
    key: 'rep',
    header: 'Sales rep',
    cell: ({ sales_rep: { first_name, last_name } }) => `${first_name} ${last_name}`.trim() || '—',
  },
  {
    key: 'patients',
    sort: '-patients',
    header: 'Patients',
    align: 'right',
    cell: ({ patients = 0 }) => <span className="figures">{formatCount(patients)}</span>,
  },
  { key: 'joined', sort: '-joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
]

const teamCenters = defineList('GET /api/v1/team-centers/', {
  name: 'team-centers',
  label: 'Centers of the team',
  pageSize: 10,
  views: 'team-centers',
  exports: { rows: ['center', 'centers'] },
  columns,
  filters: [
    searchFilter({ label: 'Search centers', placeholder: 'Company, email, ID…' }),
    oneOfFilter('kind', { label: 'Kind', all: 'All kinds', names: kindNames, width: 180 }),
    choiceFilter('sales_rep_id', 'Sales rep', useRepChoices),
  ],
  rowName: placeName,
  rowHref: ({ id }) => `/users/${id}`,
  empty: 'Reps bring centers with their sign-up links. The centers appear here.',
})

/** The centers that the reps of a team brought. */
export const TeamCentersScreen = () => (
  <Screen title="Team Centers" lead="The centers that the sales reps of your team brought.">
    <List of={teamCenters} />
  </Screen>
)
