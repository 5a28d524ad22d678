/** The world's countries by their usual English names. They load only with a form that asks for one. */
import { useQuery } from '@tanstack/react-query'

export interface Country {
  /** ISO 3166-1, two letters. */
  code: string
  name: string
}

/** Where most addresses are, first. */
const FIRST = 'US'

async function load(): Promise<Country[]> {
  const { default: names } = await import('i18n-iso-countries/langs/en.json')
  return Object.entries(names.countries as Record<string, string | string[]>)
    .map(([code, name]) => ({ code, name: typeof name === 'string' ? name : (name[0] ?? code) }))
    .toSorted((a, b) => Number(b.code === FIRST) - Number(a.code === FIRST) || a.name.localeCompare(b.name))
}

/** Undefined until they are there. */
export const useCountries = () => useQuery({ queryKey: ['countries'], queryFn: load, staleTime: 'static' }).data
