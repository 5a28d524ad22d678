/** Countries and states by the letters that a carrier wants, from the names that people enter. */
import { createRequire } from 'node:module'
import { allCountries } from 'country-region-data'
import type * as Countries from 'i18n-iso-countries'

const require = createRequire(import.meta.url)
const countries = require('i18n-iso-countries') as typeof Countries
countries.registerLocale(require('i18n-iso-countries/langs/en.json'))

/** Two letters; undefined for what is no country's name. */
export function countryCode(name: string): string | undefined {
  const entered = name.trim()
  if (/^[A-Z]{2}$/i.test(entered) && countries.isValid(entered)) return entered.toUpperCase()
  return (
    countries.getAlpha2Code(entered, 'en') ?? allCountries.find(([each]) => each.toLowerCase() === entered.toLowerCase())?.[1]
  )
}

/** The state's letters where it has some of up to three, as it was entered otherwise. */
export function stateCode(country: string, name: string): string {
  const entered = name.trim().toLowerCase()
  const states = allCountries.find(([, code]) => code === country)?.[2] ?? []
  const found = states.find(([each, code]) => each.toLowerCase() === entered || code?.toLowerCase() === entered)
  return found?.[1] ?? name.trim()
}
