/** Patients, centers, staff, sales people and observers. */
import { contract } from '@vialdesk/contract'
import type { UserRow } from '@vialdesk/contract/accounts'
import type { CenterRow, CenterSummary } from '@vialdesk/contract/centers'
import {
  type LabRecordField,
  labLabel,
  labRecordFields,
  labRecordKeys,
  labText,
  stageNames,
  vialCountKeys,
} from '@vialdesk/contract/lab-fields'
import { PatientRow } from '@vialdesk/contract/patients'
import { membershipNames } from '@vialdesk/contract/roles'
import type { TeamMember } from '@vialdesk/contract/sales'
import type { Cell } from '#api/platform/export/cell.ts'
import {
  columnsOf,
  companiesOf,
  companyOf,
  type ExportedList,
  exportedList,
  moment,
  nameOf,
  notAdmins,
  salesRoles,
  words,
  yesOrNo,
} from './export-column.pure.ts'

const { accounts, centers, patients, people, sales } = contract

/** A person with an account, as every list has it. */
const person = columnsOf<{ id: number; first_name: string; last_name: string; email: string }>(
  ['ID', ({ id }) => id],
  ['Name', nameOf],
  ['Email', ({ email }) => email],
)
const joined = columnsOf<{ date_joined: string }>(['Date joined', ({ date_joined }) => moment(date_joined)])

const userColumns = columnsOf<UserRow>(
  ...person,
  ['Phone', ({ phone_number }) => phone_number],
  ['Company', ({ company }) => company],
  ['Subscription', ({ subscription, membership }) => membershipNames[subscription] ?? membership[0]?.name],
  ...joined,
  ['Last log-in', ({ last_login }) => moment(last_login)],
  ['Harvest center', ({ hc_desc }) => companiesOf(hc_desc)],
  ['Referral harvest center', ({ rhc_desc }) => companiesOf(rhc_desc)],
)

/** Numbers stay numbers. */
const cellOf = (field: LabRecordField, value: Cell) =>
  typeof value === 'number' && labRecordFields[field].format === 'count' ? value : labText(field, value)

const patientColumns = columnsOf<PatientRow>(
  ['ID', ({ id }) => id],
  ['Name', nameOf, salesRoles],
  ['Email', ({ email }) => email, salesRoles],
  ['Phone', ({ phone_number }) => phone_number, salesRoles],
  ...joined,
  ['Stage', ({ stage }) => stageNames[stage]],
  ['Harvest center', ({ hc_desc }) => companiesOf(hc_desc)],
  ['Referral harvest center', ({ rhc_desc }) => companiesOf(rhc_desc)],
  ['Referred to', ({ referral_hc_desc }) => companiesOf(referral_hc_desc)],
  ['Lab', ({ lab }) => companyOf(lab), notAdmins],
  ['Sales rep', ({ sales_rep }) => nameOf(sales_rep), notAdmins],
  ...labRecordKeys
    .filter((field): field is LabRecordField & keyof PatientRow => field in PatientRow.shape)
    .map((field): [string, (row: PatientRow) => Cell] => [labLabel(field), (row) => cellOf(field, row[field])]),
  ...vialCountKeys.map((field): [string, (row: PatientRow) => Cell] => [labLabel(field), (row) => row[field]]),
)
/** For a list that names no person to any of its readers. */
const columnsWithoutPerson = patientColumns.filter(([, , not]) => !not?.includes('sales_rep'))
const patientCalls = [
  patients.list,
  patients.ofCenter,
  patients.referredTo,
  patients.ofReferralCenter,
  patients.ofManager,
  patients.ofDistributor,
  patients.ofLab,
  patients.ofCenterOfLab,
]

const placeColumns = columnsOf<Omit<CenterRow, 'saless_rep_id' | 'sales_rep' | 'lab' | 'harvest_centers'>>(
  ['ID', ({ id }) => id],
  ['Company', ({ company }) => company],
  ['Contact', nameOf],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone_number }) => phone_number],
  ['City', ({ city }) => city],
  ['State', ({ state_desc }) => state_desc],
  ...joined,
  ['Patients', (row) => row.patients],
)
const centerColumns = columnsOf<CenterRow>(...placeColumns, ['Sales rep', ({ sales_rep }) => nameOf(sales_rep)])

/** An observer gets neither contact data nor numbers, and has no export. */
const summaryColumns = columnsOf<CenterSummary>(
  ['ID', ({ id }) => id],
  ['Company', ({ company }) => company],
  ['City', ({ city }) => city],
  ['State', ({ state_desc }) => state_desc],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone_number }) => phone_number],
  ...joined,
  ['Patients', (row) => row.patients],
)
const memberColumns = (members: string) => columnsOf<TeamMember>(...person, ...joined, [members, (row) => row.members])

export const peopleLists: ExportedList[] = [
  exportedList(accounts.inactive, 'inactive-users', userColumns),
  ...patientCalls.map((call) => exportedList(call, 'patients', patientColumns)),
  exportedList(patients.ofRep, 'patients', columnsWithoutPerson),
  exportedList(centers.harvestCenters, 'harvest-centers', [...centerColumns, ['Lab', ({ lab }) => companyOf(lab)]]),
  exportedList(centers.referralCenters, 'referral-centers', [
    ...centerColumns,
    ['Harvest centers', (row) => companiesOf(row.harvest_centers)],
  ]),
  exportedList(centers.harvestCentersOfRep, 'harvest-centers', summaryColumns),
  exportedList(centers.referralCentersOfRep, 'referral-centers', summaryColumns),
  exportedList(centers.centersOfLab, 'harvest-centers', summaryColumns),
  exportedList(centers.ofTeam, 'centers', [
    ...summaryColumns,
    ['Kind', ({ kind }) => words(kind)],
    ['Sales rep', ({ sales_rep }) => nameOf(sales_rep)],
  ]),
  exportedList(centers.allLabs, 'labs', [...placeColumns, ['Centers', (row) => row.centers]]),
  exportedList(centers.staff, 'staff', [...person, ['Harvest centers', (row) => companiesOf(row.harvest_centers)]]),
  exportedList(centers.staffOfCenter, 'staff', [...person, ...joined]),
  exportedList(sales.people, 'sales-people', [
    ...person,
    ['Phone', ({ phone_number }) => phone_number],
    ['Role', ({ role }) => words(role)],
    ...joined,
    ['Sales manager', ({ sales_manager }) => nameOf(sales_manager)],
    ['Distributor', ({ sales_distributor }) => nameOf(sales_distributor)],
    ['Managers', ({ managers }) => managers],
    ['Reps', ({ reps }) => reps],
    ['Centers', (row) => row.centers],
    ['Patients', (row) => row.patients],
  ]),
  exportedList(sales.repsOfManager, 'sales-reps', memberColumns('Centers')),
  exportedList(sales.managersOfDistributor, 'sales-managers', memberColumns('Reps')),
  exportedList(sales.repsOfDistributor, 'sales-reps', [
    ...memberColumns('Centers'),
    ['Sales manager', ({ sales_manager }) => nameOf(sales_manager)],
  ]),
  exportedList(people.observers, 'observers', [
    ...person,
    ['Lab', ({ lab }) => companyOf(lab)],
    ['Active', ({ active }) => yesOrNo(active)],
    ['Last log-in', ({ last_login }) => moment(last_login)],
  ]),
]
