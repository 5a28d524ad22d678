interface Address {
  address1?: string | null | undefined
  address2?: string | null | undefined
  city?: string | null | undefined
  state_desc?: string | null | undefined
  zip_code?: string | null | undefined
  country_desc?: string | null | undefined
}

/** City and state in one line; blank if none is known. */
export const placeText = ({ city, state_desc }: Address): string => [city, state_desc].filter(Boolean).join(', ')

/** The lines of a postal address, in envelope order, without blank lines. */
export function addressLines({ address1, address2, city, state_desc, zip_code, country_desc }: Address): string[] {
  const stateAndCode = [state_desc, zip_code].filter(Boolean).join(' ')
  const place = [city, stateAndCode].filter(Boolean).join(', ')
  return [address1, address2, place, country_desc].filter((line): line is string => Boolean(line))
}
