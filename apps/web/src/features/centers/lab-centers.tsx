import { IconBuildingHospital } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { labCenterColumns } from './center.columns.tsx'

const PAGE_SIZE = 5

export function useLabCenters(lab: number) {
  const page = useListPage(PAGE_SIZE)
  const request = { params: { id: lab }, query: page.query }
  const list = useQuery({
    ...apiQuery('GET /api/v1/processing-labs/{id}/harvestcenters/', request),
    placeholderData: keepPreviousData,
  })
  return { page, list }
}

/** The harvest centers of a lab; each links to its patients for readers who may see them. */
export function LabCenters({ lab }: { lab: number }) {
  const role = useSession()?.role
  const { page, list } = useLabCenters(lab)
  const mayOpenPatients = mayOpenScreen('/lab/{lab_id}/harvest-center/{harvestcenter_id}', role)
  const columns = labCenterColumns({
    withDetails: role !== 'observer',
  })
  return (
    <DataTable
      name={role === 'observer' ? 'observed-centers' : 'lab-centers'}
      exports={{ list: 'GET /api/v1/processing-labs/{id}/harvestcenters/', params: { id: lab }, rows: ['center', 'centers'] }}
      label="Harvest centers"
      columns={columns}
      list={list}
      page={page}
      rowHref={mayOpenPatients ? ({ id }) => `/lab/${lab}/harvest-center/${id}` : undefined}
      rowKey={({ id }) => id}
      rowName={({ company }) => company}
      empty={
        <EmptyState
          icon={IconBuildingHospital}
          title="Empty table. There's nothing to show"
          hint="Harvest centers appear here after an admin assigns them to this lab."
        />
      }
    />
  )
}
