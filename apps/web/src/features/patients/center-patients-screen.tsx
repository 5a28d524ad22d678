import { useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { placeText } from '#web/lib/format/postal-address.ts'
import { HoldBelow } from '#web/ui/layout/delayed.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { PatientList } from './patient-list.tsx'
import { patientsOfCenter } from './patient-lists.ts'

interface Props {
  lab: number
  center: number
  onOpen: (row: PatientRow) => void
  /** Drawers over the list. */
  children: ReactNode
}

/** The patients of one center, for its lab. */
export function CenterPatientsScreen({ lab, center, onOpen, children }: Props) {
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
      <PatientList of={patientsOfCenter} params={{ id: lab, hc_id: center }} onRow={onOpen} />
      {children}
    </Screen>
  )
}
