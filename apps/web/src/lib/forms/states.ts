/** States, provinces and regions of countries. The list loads only with a form that has an address. */
import { useQuery } from '@tanstack/react-query'
import { countryCode, useCountries } from './countries.ts'

export interface State {
  name: string
  /** The usual abbreviation, such as MA. */
  code: string
}

/** By the two-letter country code. */
export async function loadStates(): Promise<Map<string, State[]>> {
  const { allCountries } = await import('country-region-data')
  return new Map(allCountries.map(([, code, regions]) => [code, regions.map(([name, short]) => ({ name, code: short ?? '' }))]))
}

/** Empty while loading, and for an unknown country. */
export function useStates(country: string): State[] {
  const states = useQuery({ queryKey: ['states'], queryFn: loadStates, staleTime: 'static' }).data
  const code = useCountries() && countryCode(country)
  return (code && states?.get(code)) || []
}

/** The state with this abbreviation comes first, then names that begin with the text, then names that contain it. */
export function findStates(states: State[], search: string): State[] {
  const text = search.trim().toLowerCase()
  const rankOf = ({ name, code }: State) => {
    if (code.toLowerCase() === text || name.toLowerCase() === text) return 0
    if (name.toLowerCase().startsWith(text)) return 1
    return name.toLowerCase().includes(text) ? 2 : 3
  }
  const ranked = states.map((state) => ({ state, rank: rankOf(state) })).filter(({ rank }) => rank < 3)
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ state }) => state)
}
