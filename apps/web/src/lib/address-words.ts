interface Address {
  address1?: string | null | undefined
  address2?: string | null | undefined
  city?: string | null | undefined
  state_desc?: string | null | undefined
  zip_code?: string | null | undefined
  country_desc?: string | null | undefined
}

/** An address as it stands on an envelope, without the lines that nobody filled. */
export function addressLines({ address1, address2, city, state_desc, zip_code, country_desc }: Address): string[] {
  const stateAndCode = [state_desc, zip_code].filter(Boolean).join(' ')
  const place = [city, stateAndCode].filter(Boolean).join(', ')
  return [address1, address2, place, country_desc].filter((line): line is string => Boolean(line))
}
