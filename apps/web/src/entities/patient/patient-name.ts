interface Named {
  id: number
  first_name?: string | undefined
  last_name?: string | undefined
}

/** The name, or the number if the name is hidden from this user. */
export const patientName = ({ first_name, last_name, id }: Named) =>
  [first_name, last_name].filter(Boolean).join(' ') || `Patient ${id}`
