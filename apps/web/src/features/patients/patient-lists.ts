import { labLabel } from '@vialdesk/contract/people/lab-fields'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import { useCenterChoices, useLabChoices } from '#web/entities/center/center-choices.ts'
import { signInFilter } from '#web/entities/invitation/sign-in-filter.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { dueNames, stageFilterNames } from '#web/entities/patient/stages.ts'
import { useRepChoices, useUserName } from '#web/entities/user/user-choices.ts'
import { withoutField } from '#web/lib/url/list-filter.tsx'
import { choiceFilter, linkedFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import {
  adminPatientColumns,
  labPatientColumns,
  patientColumnsOfLab,
  patientColumnsWithoutNames,
  referredPatientColumns,
} from './patients.columns.tsx'

const patients = {
  label: 'Patients',
  pageSize: 10,
  rowName: patientName as (row: PatientRow) => string,
  exports: { rows: ['patient', 'patients'] },
} as const

const search = searchFilter({ label: 'Search patients', placeholder: 'Name, email or ID' })
const stage = oneOfFilter('stage', { label: 'Stage', all: 'All stages', names: stageFilterNames, width: 200 })
const due = oneOfFilter('due', {
  label: labLabel('estimated_date_vials_ready_to_ship'),
  all: 'Any ready date',
  names: dueNames,
  width: 'panel',
  chip: ({ label }) => label,
})
const arrived = oneOfFilter('arrived', {
  label: 'Tissue',
  all: 'Any tissue',
  names: { true: 'Arrived, to be booked in' },
  width: 'panel',
  chip: ({ label }) => label,
})
const center = choiceFilter('harvest_center_id', 'Harvest center', useCenterChoices)
const referralCenter = linkedFilter('referral_harvest_center_id', { label: 'Referral center', useName: useUserName })

/** A list may also come with ids of its address that the reader cannot choose. */
const byNumber = (id: number | undefined) => id && `#${id}`
const linkedCenter = linkedFilter('harvest_center_id', { label: 'Harvest center', useName: byNumber })
const linkedReferralCenter = linkedFilter('referral_harvest_center_id', { label: 'Referral center', useName: byNumber })
const linkedLab = linkedFilter('lab_id', { label: 'Lab', useName: byNumber })
const linkedRep = linkedFilter('sales_rep_id', { label: 'Sales rep', useName: byNumber })
const chipOrder = ['search', 'stage', 'due', 'never_signed_in']

/** All patients of the domain, for admins. */
export const allPatients = defineList('GET /api/v1/users/patient/list/', {
  ...patients,
  name: 'all-patients',
  views: 'all-patients',
  columns: adminPatientColumns,
  filters: [
    search,
    stage,
    due,
    arrived,
    signInFilter,
    center,
    referralCenter,
    choiceFilter('lab_id', 'Lab', useLabChoices),
    choiceFilter('sales_rep_id', 'Sales rep', useRepChoices),
  ],
  chipOrder,
  empty: 'Centers register their patients when they pay the processing fee. You can also add one.',
})

/** The patients of all centers of a lab, which does not see the state of invitations. */
export const patientsOfLab = defineList('GET /api/v1/users/patient/list/', {
  ...patients,
  name: 'lab-patients',
  views: 'lab-patients',
  columns: patientColumnsOfLab,
  filters: [search, stage, due, arrived, center, withoutField(signInFilter), linkedReferralCenter, linkedLab, linkedRep],
  chipOrder,
  empty: 'Your centers add their patients when they pay their processing fee. They appear here.',
})

/** The patients of a center, with those that were referred to it. */
export const ownPatients = defineList('GET /api/v1/users/patient/list/', {
  ...patients,
  name: 'own-patients',
  views: 'patients',
  filters: [search, stage, due, arrived, signInFilter, linkedCenter, linkedReferralCenter, linkedLab, linkedRep],
  chipOrder,
})

/** The patients of one center, for its lab. */
export const patientsOfCenter = defineList('GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/', {
  ...patients,
  name: 'center-patients',
  views: 'patients',
  columns: labPatientColumns,
  filters: [search, stage],
  empty: 'The center adds its patients when it pays their processing fee. They appear here.',
})

/** The patients who were referred to a center. */
export const referredPatients = defineList('GET /api/v1/harvest-centers/{id}/referral-patients/', {
  ...patients,
  name: 'referral-patients',
  views: 'referral-patients',
  columns: referredPatientColumns,
  filters: [search, stage],
  empty: 'Patients appear here when a referral center pays the processing fee for them and chooses you.',
})

/** For sales roles, by number. */
const withoutNames = {
  ...patients,
  views: 'patients',
  columns: patientColumnsWithoutNames,
  filters: [searchFilter({ label: 'Search by ID or HC company', placeholder: 'ID or HC company' }), stage],
  empty: 'Centers register their patients. They appear here by number.',
} as const
export const patientsOfRep = defineList('GET /api/v1/users/patient/list/', { ...withoutNames, name: 'rep-patients' })
export const patientsOfManager = defineList('GET /api/v1/sales-managers/{id}/patients/', {
  ...withoutNames,
  name: 'team-patients',
})
export const patientsOfDistributor = defineList('GET /api/v1/sales-distributors/{id}/patients/', {
  ...withoutNames,
  name: 'teams-patients',
})
