import { asId, asOneOf, asText, asWhole, searchOf } from './search-params.ts'
import { stages } from './stages.ts'

/** What the address of a list of patients holds. */
export const patientSearch = { search: asText, stage: asOneOf(...stages), offset: asWhole }

export const searchOfPatients = searchOf(patientSearch)

/** Whose drawer is open beside the list, and what of it. */
export const drawerSearch = { user: asId, tab: asOneOf('details', 'lab', 'vials', 'timeline') }
