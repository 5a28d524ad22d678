/** Countries by their usual English names. The list loads only with a form that needs it. */
import { useQuery } from '@tanstack/react-query'

export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  name: string
}

/** Listed first: most addresses are there. */
const FIRST: Country = { code: 'US', name: 'United States' }

export async function loadCountries(): Promise<Country[]> {
  const { default: names } = await import('i18n-iso-countries/langs/en.json')
  const others = Object.entries(names.countries as Record<string, string | string[]>)
    .filter(([code]) => code !== FIRST.code)
    .map(([code, name]) => ({ code, name: typeof name === 'string' ? name : (name[0] ?? code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return [FIRST, ...others]
}

/** Undefined while loading. */
export const useCountries = () => useQuery({ queryKey: ['countries'], queryFn: loadCountries, staleTime: 'static' }).data
