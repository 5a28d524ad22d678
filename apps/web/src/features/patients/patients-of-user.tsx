import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { centerPatientColumns, patientColumnsOfLab, patientColumnsWithoutNames } from './patients.columns.tsx'

const PAGE_SIZE = 10

/** The calls that list the patients of a center, a lab or a role of the sales line. */
export type PatientsCall =
  | 'GET /api/v1/harvest-centers/{id}/patients/'
  | 'GET /api/v1/harvest-centers/referral/{id}/patients/'
  | 'GET /api/v1/processing-labs/{id}/patients/'
  | 'GET /api/v1/sales-rep/{id}/patients/'
  | 'GET /api/v1/sales-managers/{id}/patients/'
  | 'GET /api/v1/sales-distributors/{id}/patients/'

interface Props {
  call: PatientsCall
  /** The user whose patients are listed. */
  id: number
  /** The sales line gets no names. */
  withNames: boolean
}

const columnsOf = ({ call, withNames }: Props) => {
  if (!withNames) return patientColumnsWithoutNames
  return call === 'GET /api/v1/harvest-centers/{id}/patients/' ? centerPatientColumns('harvest_center') : patientColumnsOfLab
}

/** The patients of one user, in a tab of its drawer or page. */
export function PatientsOfUser(props: Props) {
  const { call, id, withNames } = props
  const page = useLocalPage(PAGE_SIZE)
  const list = useQuery({ ...apiQuery(call, { params: { id }, query: page.query }), placeholderData: keepPreviousData })
  return (
    <DataTable
      name={withNames ? 'patients-of-user' : 'patients-of-user-without-names'}
      label="Patients"
      exports={{ list: call, params: { id }, rows: ['patient', 'patients'], onlyAll: true }}
      columns={columnsOf(props)}
      list={list}
      page={page}
      rowKey={({ id: patient }) => patient}
      rowName={patientName}
      rowHref={({ id: patient }) => `/users/${patient}`}
      empty={
        <EmptyState
          title="Empty table. There's nothing to show"
          hint="A patient appears here when the center has paid its processing fee."
        />
      }
    />
  )
}
