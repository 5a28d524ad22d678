import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@vialdesk/contract/patients'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { placeText } from '#web/lib/format/postal-address.ts'
import { HoldBelow } from '#web/ui/layout/delayed.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { PatientList } from './patient-list.tsx'
import { labPatientColumns } from './patients.columns.tsx'
import { usePatientPage } from './use-patient-page.ts'

interface Props {
  lab: number
  center: number
  onOpen: (row: PatientRow) => void
  /** Drawers over the list. */
  children: ReactNode
}

const searchField = { label: 'Search patients', placeholder: 'Name, email or ID' }
const empty = (
  <EmptyState
    title="Empty table. There's nothing to show"
    hint="The center adds its patients when it pays their processing fee. They appear here."
  />
)

/** The patients of one center, for its lab. */
export function CenterPatientsScreen({ lab, center, onOpen, children }: Props) {
  const page = usePatientPage()
  const query = { params: { id: lab, hc_id: center }, query: page.query }
  const list = useQuery({
    ...apiQuery('GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/', query),
    placeholderData: keepPreviousData,
  })
  const { data, isPending } = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id: center } }))
  const place = data && placeText(data)
  return (
    <Screen
      title={
        <>
          {data?.company || 'Harvest Center Patients'}
          {isPending && <HoldBelow />}
        </>
      }
      breadcrumbs={[{ label: 'Lab', to: `/lab/${lab}` }]}
      lead={place ? `Patients of this harvest center in ${place}.` : 'Patients of this harvest center.'}
    >
      <PatientList
        name="center-patients"
        source={{
          list: 'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/',
          params: { id: lab, hc_id: center },
        }}
        views="patients"
        columns={labPatientColumns}
        list={list}
        page={page}
        searchField={searchField}
        onRow={onOpen}
        empty={empty}
      />
      {children}
    </Screen>
  )
}
