import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Vial } from '@vialdesk/contract/single-vials'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { vialColumns } from './vials.columns.tsx'

const PAGE_SIZE = 10

/** A patient's own list does not repeat the patient. */
const columnsOfPatient: Column<Vial>[] = vialColumns.filter(({ key }) => key !== 'patient' && key !== 'center')

/** The single vials of a patient or of a lab, in a tab of its drawer or page. */
export function VialsOfUser({ of }: { of: { patient: number } | { lab: number } }) {
  const page = useLocalPage(PAGE_SIZE)
  const list = useQuery({
    ...apiQuery('GET /api/v1/vials/', { query: { ...page.query, ...of } }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      name={'patient' in of ? 'vials-of-patient' : 'vials-of-lab'}
      label="Vials"
      exports={{ list: 'GET /api/v1/vials/', query: of, rows: ['vial', 'vials'], onlyAll: true }}
      columns={'patient' in of ? columnsOfPatient : vialColumns}
      list={list}
      page={page}
      rowKey={({ id }) => id}
      rowName={({ code }) => code}
      rowHref={({ code }) => `/vials/${code}`}
      empty={<EmptyState title="Empty table. There's nothing to show" hint="The lab registers the vials. They appear here." />}
    />
  )
}
