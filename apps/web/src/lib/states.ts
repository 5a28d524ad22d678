/** The states, provinces and regions of a country, by name. They load only with a form that asks for an address. */
import { useQuery } from '@tanstack/react-query'
import { useCountries } from './countries.ts'

/** By the country's two letters. */
export async function loadStates(): Promise<Map<string, string[]>> {
  const { allCountries } = await import('country-region-data')
  return new Map(allCountries.map(([, code, regions]) => [code, regions.map(([name]) => name)]))
}

/** None while they load, and none of a country that has none or is not known by that name. */
export function useStates(country: string): string[] {
  const states = useQuery({ queryKey: ['states'], queryFn: loadStates, staleTime: 'static' }).data
  const code = useCountries()?.find(({ name }) => name === country)?.code
  return (code && states?.get(code)) || []
}
