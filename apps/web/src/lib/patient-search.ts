import { asId, asOneOf, asText, asWhole, searchOf } from './search-params.ts'
import { stages } from './stages.ts'

/** The URL keys of a list of patients. */
export const patientSearch = { search: asText, stage: asOneOf(...stages), offset: asWhole }

export const searchOfPatients = searchOf(patientSearch)

/** The URL keys of the patient drawer. */
export const drawerSearch = { user: asId, tab: asOneOf('details', 'lab', 'vials', 'timeline') }
