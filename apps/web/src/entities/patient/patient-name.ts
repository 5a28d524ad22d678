interface Named {
  id: number
  first_name?: string | undefined
  last_name?: string | undefined
}

/** The name, or the number if the name is hidden from this user. */
export const patientName = ({ first_name, last_name, id }: Named) =>
  [first_name, last_name].filter(Boolean).join(' ') || `Patient ${id}`

export interface Tissue {
  patients: readonly Named[]
  /** Of a patient without an account; blank if there is none. */
  other_patient_name: string
}

/** The patients of a parcel or of its label; blank if none is named. */
export const patientNames = ({ patients, other_patient_name }: Tissue): string =>
  [...patients.map(patientName), other_patient_name].filter(Boolean).join(', ')
