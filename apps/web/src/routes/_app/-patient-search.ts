import { dueFilters, stageFilters } from '#web/entities/patient/stages.ts'
import { userTabNames } from '#web/entities/user/user-tabs.ts'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

/** The URL keys of a list of patients. */
export const patientSearchKeys = { search: asText, stage: asOneOf(...stageFilters), ...listSearch }

/** The URL keys of the list of all patients that the viewer may see. */
export const allPatientsSearchKeys = {
  ...patientSearchKeys,
  due: asOneOf(...dueFilters),
  arrived: asOneOf('true'),
  never_signed_in: asOneOf('true'),
  harvest_center_id: asId,
  referral_harvest_center_id: asId,
  lab_id: asId,
  sales_rep_id: asId,
}

export const readPatientSearch = searchReader(patientSearchKeys)

/** The URL keys of the patient drawer. */
export const drawerSearchKeys = { user: asId, tab: asOneOf(...userTabNames) }
