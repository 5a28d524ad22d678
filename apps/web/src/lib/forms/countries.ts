/** Countries by their usual English names. The list and the rules of addresses load only with a form that needs them. */
import { useQuery } from '@tanstack/react-query'
import type * as AddressRules from '@vialdesk/contract/base/address-rules'

export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  name: string
  /** Other names that find it. */
  aliases: string[]
}

/** Listed first: most addresses are there. */
const FIRST: Country = { code: 'US', name: 'United States', aliases: [] }

/** Of the last load: forms check addresses without waiting. */
let loaded: { rules: typeof AddressRules; codes: Map<string, string> } | undefined

export async function loadCountries(): Promise<Country[]> {
  const [{ default: names }, rules] = await Promise.all([
    import('i18n-iso-countries/langs/en.json'),
    import('@vialdesk/contract/base/address-rules'),
  ])
  const countries = Object.entries(names.countries as Record<string, string | string[]>).map(([code, known]) => {
    const all = typeof known === 'string' ? [known] : known
    const name = code === FIRST.code ? FIRST.name : (all[0] ?? code)
    const aliases = [...all, ...(rules.countryAliases[code] ?? []), code].filter((alias) => alias !== name)
    return { code, name, aliases }
  })
  const codes = countries
    .toReversed()
    .flatMap(({ code, name, aliases }) => [...aliases, name].map((each) => [each.toLowerCase(), code] as const))
  loaded = { rules, codes: new Map(codes) }
  const others = countries.filter(({ code }) => code !== FIRST.code)
  return [...countries.filter(({ code }) => code === FIRST.code), ...others.toSorted((a, b) => a.name.localeCompare(b.name))]
}

/** Undefined while loading. */
export const useCountries = () => useQuery({ queryKey: ['countries'], queryFn: loadCountries, staleTime: 'static' }).data

/** The code of a name or alias; undefined for an unknown one, and while nothing is loaded. */
export const countryCode = (name: string) => loaded?.codes.get(name.trim().toLowerCase())

/** Whether an address of the country needs a state. Yes while nothing is loaded. */
export const needsState = (country: string): boolean => loaded?.rules.needsState(countryCode(country)) ?? true

/** The name of a country by its code; blank for an unknown one. */
export const countryName = (countries: Country[] | undefined, code: string | null): string =>
  countries?.find((country) => country.code === code)?.name ?? ''

/** Searches names and aliases. A name that begins with the text comes before an alias that does, and both before the others. */
export function findCountries(countries: Country[], search: string): Country[] {
  const text = search.trim().toLowerCase()
  if (text === '') return countries
  const rankOf = ({ name, aliases, code }: Country) => {
    const all = aliases.map((alias) => alias.toLowerCase())
    if (code.toLowerCase() === text || all.includes(text)) return 0
    if (name.toLowerCase().startsWith(text)) return 1
    if (all.some((alias) => alias.startsWith(text))) return 2
    return name.toLowerCase().includes(text) ? 3 : 4
  }
  const ranked = countries.map((country) => ({ country, rank: rankOf(country) })).filter(({ rank }) => rank < 4)
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ country }) => country)
}

/** The errors that the schema of the form has found, by path. */
type Refused = Record<string, unknown>

/** Errors of one address by the rules of its country. The state is `state_desc` in account forms and `state` in checkouts. */
function errorsOfAddress(values: Record<string, unknown>, path: string, refused: Refused): Record<string, string> {
  const textOf = (key: string) => (typeof values[key] === 'string' ? values[key] : '')
  const country = textOf('country_desc')
  if (!loaded || country === '') return {}
  const refusedText = (key: string) => (path + key in refused ? 'refused' : '')
  const stateKey = 'state' in values ? 'state' : 'state_desc'
  const errors = loaded.rules.addressErrors({
    // A part that is refused because it is blank belongs to a required address, which needs its state too.
    ...{ address1: textOf('address1') || refusedText('address1'), city: textOf('city') || refusedText('city') },
    ...{ state: textOf(stateKey), zip_code: textOf('zip_code') },
    country: countryCode(country),
  })
  return {
    ...(errors.zip_code && { [`${path}zip_code`]: errors.zip_code }),
    ...(errors.state && { [path + stateKey]: errors.state }),
  }
}

/** Errors of the addresses of a form: of its own fields and of one level below. */
export function addressErrorsOf(values: Record<string, unknown>, refused: Refused = {}): Record<string, string> {
  const parts = Object.entries(values).filter(([, part]) => typeof part === 'object' && part !== null && 'zip_code' in part)
  return Object.assign(
    errorsOfAddress(values, '', refused),
    ...parts.map(([key, part]) => errorsOfAddress(part as Record<string, unknown>, `${key}.`, refused)),
  )
}
