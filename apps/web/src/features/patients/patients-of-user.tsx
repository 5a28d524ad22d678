import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { centerPatientColumns, patientColumnsOfLab, patientColumnsWithoutNames } from './patients.columns.tsx'

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

const listOf = ({ call, withNames }: Props) =>
  defineList(call, {
    name: withNames ? 'patients-of-user' : 'patients-of-user-without-names',
    label: 'Patients',
    pageSize: 10,
    isLocal: true,
    exports: { rows: ['patient', 'patients'], onlyAll: true },
    rowName: patientName,
    rowHref: ({ id }) => `/users/${id}`,
    empty: 'A patient appears here when the center has paid its processing fee.',
  })

/** The patients of one user, in a tab of its drawer or page. */
export const PatientsOfUser = (props: Props) => <List of={listOf(props)} params={{ id: props.id }} columns={columnsOf(props)} />
