import { countryAliases } from '@vialdesk/contract/base/address-rules'
import names from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

const codes = new Map<string, string>()
for (const [code, known] of Object.entries(names.countries))
  for (const name of [...(typeof known === 'string' ? [known] : known), ...(countryAliases[code] ?? []), code])
    if (!codes.has(name.toLowerCase())) codes.set(name.toLowerCase(), code)

/** The two-letter code of a country by any of its English names; undefined for an unknown one. */
export const findCountryCode = (name: string): string | undefined => codes.get(name.trim().toLowerCase())
