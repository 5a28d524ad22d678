/** Lists to choose from. Who may not have a list is never refused one: it is not asked for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CallAddress, reach } from '@vialdesk/contract/access'
import { membershipOf } from '@vialdesk/contract/roles'
import { ask } from './api.ts'
import { useSession } from './session.ts'
import { roleName } from './user-words.ts'

export interface Choice {
  id: number
  name: string
}
export interface Choices {
  choices: Choice[]
  state: 'waiting' | 'there' | 'failed'
}

const MINUTE = 60_000
/** How many are offered of those that a search finds. */
const OFFERED = 20

const useReach = (address: CallAddress) => reach(address, useSession()?.role) !== undefined

const choicesOf = ({ data, isError }: { data: Choice[] | undefined; isError: boolean }): Choices => ({
  choices: data ?? [],
  state: data ? 'there' : isError ? 'failed' : 'waiting',
})
const byCompany = (rows: { id: number; company: string }[]) => rows.map(({ id, company }) => ({ id, name: company }))

export function useReps(): Choices {
  const enabled = useReach('GET /api/v1/users/sales-rep/list/')
  return choicesOf(useQuery({ ...ask('GET /api/v1/users/sales-rep/list/'), enabled, staleTime: MINUTE }))
}

export function useManagers(): Choices {
  const enabled = useReach('GET /api/v1/users/sales-manager/list/')
  return choicesOf(useQuery({ ...ask('GET /api/v1/users/sales-manager/list/'), enabled, staleTime: MINUTE }))
}

export function useDistributors(): Choices {
  const enabled = useReach('GET /api/v1/users/sales-distributor/list/')
  return choicesOf(useQuery({ ...ask('GET /api/v1/users/sales-distributor/list/'), enabled, staleTime: MINUTE }))
}

export function useCenters(): Choices {
  const enabled = useReach('GET /api/v1/harvest-centers/list-all/')
  return choicesOf(useQuery({ ...ask('GET /api/v1/harvest-centers/list-all/'), enabled, staleTime: MINUTE, select: byCompany }))
}

export function useLabs(): Choices {
  const enabled = useReach('GET /api/v1/users/lab/')
  return choicesOf(useQuery({ ...ask('GET /api/v1/users/lab/'), enabled, staleTime: MINUTE, select: byCompany }))
}

const asNamed = (rows: { id: number; name: string }[]) => rows.map(({ id, name }) => ({ id, name: name || roleName(id) }))

export const useMemberships = (): Choices =>
  choicesOf(useQuery({ ...ask('GET /api/v1/memberships/'), staleTime: MINUTE, select: asNamed }))

const byLabel = (rows: { id: number; label: string }[]) => rows.map(({ id, label }) => ({ id, name: label }))

export const useTags = (): Choices =>
  choicesOf(useQuery({ ...ask('GET /api/v1/user-tags/'), staleTime: MINUTE, select: byLabel }))

export const useProducts = (): Choices =>
  choicesOf(useQuery({ ...ask('GET /api/v1/products/list-all-options/'), staleTime: MINUTE }))

/** The first referral centers, or those that a search finds. */
export function useReferralCenters(search: string): Choices {
  const enabled = useReach('GET /api/v1/referral-harvest-centers/')
  const query = ask('GET /api/v1/referral-harvest-centers/', { query: { search, limit: OFFERED } })
  const select = ({ results }: { results: { id: number; company: string }[] }) => byCompany(results)
  return choicesOf(useQuery({ ...query, enabled, placeholderData: keepPreviousData, select }))
}

/** Patients that a search finds; none without one. */
export function usePatientSearch(search: string): Choices {
  const query = ask('GET /api/v1/users/all/', { query: { membership: membershipOf.patient, search, limit: OFFERED } })
  const select = ({ results }: { results: { id: number; username: string }[] }) =>
    results.map(({ id, username }) => ({ id, name: `${username} (${id})` }))
  const found = choicesOf(useQuery({ ...query, enabled: search !== '', placeholderData: keepPreviousData, select }))
  return search === '' ? { choices: [], state: 'there' } : found
}

/** Patients that a search finds among those whom the reader sees; none without one. */
export function usePatientsSeen(search: string): Choices {
  const query = ask('GET /api/v1/users/patient/list/', { query: { search, limit: OFFERED } })
  const select = ({ results }: { results: { id: number; first_name?: string; last_name?: string }[] }) =>
    results.map(({ id, first_name = '', last_name = '' }) => ({ id, name: `${first_name} ${last_name} (${id})`.trim() }))
  const found = choicesOf(useQuery({ ...query, enabled: search !== '', placeholderData: keepPreviousData, select }))
  return search === '' ? { choices: [], state: 'there' } : found
}

/** How a user is called, by its id; its number until that is known. */
export function useUserName(id: number | undefined): string | undefined {
  const { data } = useQuery({
    ...ask('GET /api/v1/users/{id}/', { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: MINUTE,
  })
  return id === undefined ? undefined : data?.company || data?.username || `#${id}`
}
