/** How a patient of a list is called. */
import type { PatientRow } from '@vialdesk/contract/patients'

/** The person where it may be known, else the number. */
export const patientName = ({ first_name, last_name, id }: Pick<PatientRow, 'id' | 'first_name' | 'last_name'>) =>
  [first_name, last_name].filter(Boolean).join(' ') || `Patient ${id}`

export const companies = (centers: { company: string }[]) => centers.map(({ company }) => company).join(', ')
