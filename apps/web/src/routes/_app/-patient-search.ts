import { stages } from '#web/entities/patient/stages.ts'
import { userTabNames } from '#web/entities/user/user-tabs.ts'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

/** The URL keys of a list of patients. */
export const patientSearchKeys = { search: asText, stage: asOneOf(...stages), ...listSearch }

export const readPatientSearch = searchReader(patientSearchKeys)

/** The URL keys of the patient drawer. */
export const drawerSearchKeys = { user: asId, tab: asOneOf(...userTabNames) }
