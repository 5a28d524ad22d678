/** Converts the names of countries and states, as people enter them, to the codes that a carrier requires. */
import { createRequire } from 'node:module'
import { allCountries } from 'country-region-data'
import type * as Countries from 'i18n-iso-countries'

const require = createRequire(import.meta.url)
const countries = require('i18n-iso-countries') as typeof Countries
countries.registerLocale(require('i18n-iso-countries/langs/en.json'))

/** The two-letter code, or undefined for an unknown country. */
export function countryCode(name: string): string | undefined {
  const entered = name.trim()
  if (/^[A-Z]{2}$/i.test(entered) && countries.isValid(entered)) return entered.toUpperCase()
  return (
    countries.getAlpha2Code(entered, 'en') ?? allCountries.find(([each]) => each.toLowerCase() === entered.toLowerCase())?.[1]
  )
}

/** The state's code, or the name as entered if there is none. */
export function stateCode(country: string, name: string): string {
  const entered = name.trim().toLowerCase()
  const states = allCountries.find(([, code]) => code === country)?.[2] ?? []
  const found = states.find(([each, code]) => each.toLowerCase() === entered || code?.toLowerCase() === entered)
  return found?.[1] ?? name.trim()
}

/** FedEx lists these territories of the United States as countries, and ships between them and the states by international services. */
const TERRITORIES = ['PR', 'VI', 'GU', 'AS', 'MP']

/**
 * The codes of the country and the state. The country is undefined when unknown. A state without a code of two letters is blank: only the United
 * States, Canada and Puerto Rico require one.
 */
export function placeOf({ country, state }: { country: string; state: string }): { country: string | undefined; state: string } {
  const code = countryCode(country)
  if (code && TERRITORIES.includes(code)) return { country: code, state: code }
  const found = code ? stateCode(code, state) : ''
  if (code === 'US' && TERRITORIES.includes(found)) return { country: found, state: found }
  return { country: code, state: found.length === 2 ? found.toUpperCase() : '' }
}
