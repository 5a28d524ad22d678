import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { teamList, teamManagerColumns, teamRepColumns } from './team.columns.tsx'

const teams = {
  manager: defineList('GET /api/v1/sales-rep/sales-manager/list/{id}/', {
    ...teamList,
    name: 'team-of-manager',
    label: 'Sales reps',
    isLocal: true,
    exports: { rows: ['rep', 'reps'], onlyAll: true },
    columns: teamRepColumns,
    empty: 'This manager has no sales rep yet.',
  }),
  distributor: defineList('GET /api/v1/sales-distributors/{id}/sales-managers/', {
    ...teamList,
    name: 'team-of-distributor',
    label: 'Sales managers',
    isLocal: true,
    exports: { rows: ['manager', 'managers'], onlyAll: true },
    columns: teamManagerColumns,
    empty: 'This distributor has no sales manager yet.',
  }),
}

interface Props {
  /** The manager or distributor. */
  id: number
  of: 'manager' | 'distributor'
}

/** The people directly below a manager or a distributor, in a tab of its drawer or page. */
export const TeamOfUser = ({ id, of }: Props) =>
  of === 'manager' ? <List of={teams.manager} params={{ id }} /> : <List of={teams.distributor} params={{ id }} />
