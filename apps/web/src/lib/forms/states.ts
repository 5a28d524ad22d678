/** States, provinces and regions of countries. The list loads only with a form that has an address. */
import { useQuery } from '@tanstack/react-query'
import { useCountries } from './countries.ts'

/** By the two-letter country code. */
export async function loadStates(): Promise<Map<string, string[]>> {
  const { allCountries } = await import('country-region-data')
  return new Map(allCountries.map(([, code, regions]) => [code, regions.map(([name]) => name)]))
}

/** Empty while loading, and for an unknown country. */
export function useStates(country: string): string[] {
  const states = useQuery({ queryKey: ['states'], queryFn: loadStates, staleTime: 'static' }).data
  const code = useCountries()?.find(({ name }) => name === country)?.code
  return (code && states?.get(code)) || []
}
