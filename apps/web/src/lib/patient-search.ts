import { asOneOf, asText, asWhole, searchOf } from './search-params.ts'
import { stages } from './stages.ts'

/** What the address of a list of patients holds. */
export const patientSearch = { search: asText, stage: asOneOf(...stages), offset: asWhole }

export const searchOfPatients = searchOf(patientSearch)
