/** The world's countries by their usual English names. They load only with a form that asks for one. */
import { useQuery } from '@tanstack/react-query'

export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  name: string
}

/** Where most addresses are, first, and as they are written there. */
const FIRST: Country = { code: 'US', name: 'United States' }

export async function loadCountries(): Promise<Country[]> {
  const { default: names } = await import('i18n-iso-countries/langs/en.json')
  const others = Object.entries(names.countries as Record<string, string | string[]>)
    .filter(([code]) => code !== FIRST.code)
    .map(([code, name]) => ({ code, name: typeof name === 'string' ? name : (name[0] ?? code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return [FIRST, ...others]
}

/** Undefined until they are there. */
export const useCountries = () => useQuery({ queryKey: ['countries'], queryFn: loadCountries, staleTime: 'static' }).data
