import { useQuery } from '@tanstack/react-query'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { CHOICES_STALE_TIME, type Choices, choicesOf, SEARCH_LIMIT } from '#web/lib/forms/choices.ts'
import { roleName, userTitle } from './user-name.ts'

type SalesList = 'sales-rep' | 'sales-manager' | 'sales-distributor'

function useSalesChoices(list: SalesList): Choices {
  const call = `GET /api/v1/users/${list}/list/` as const
  return choicesOf(useQuery({ ...apiQuery(call), enabled: useMayCall(call), staleTime: CHOICES_STALE_TIME }))
}

export const useRepChoices = () => useSalesChoices('sales-rep')
export const useManagerChoices = () => useSalesChoices('sales-manager')
export const useDistributorChoices = () => useSalesChoices('sales-distributor')

const asNamed = (rows: { id: number; name: string }[]) => rows.map(({ id, name }) => ({ id, name: name || roleName(id) }))

export const useMembershipChoices = (): Choices =>
  choicesOf(useQuery({ ...apiQuery('GET /api/v1/memberships/'), staleTime: CHOICES_STALE_TIME, select: asNamed }))

const byLabel = (rows: { id: number; label: string }[]) => rows.map(({ id, label }) => ({ id, name: label }))

export const useTagChoices = (): Choices =>
  choicesOf(useQuery({ ...apiQuery('GET /api/v1/user-tags/'), staleTime: CHOICES_STALE_TIME, select: byLabel }))

/** For admins: matches among all users, the inactive ones last; none without a search text. */
export function useUserChoices(search: string): Choices {
  const options = { enabled: search !== '' }
  const query = { search, limit: SEARCH_LIMIT }
  const active = useQuery({ ...apiQuery('GET /api/v1/users/all/', { query }), ...options })
  const inactive = useQuery({ ...apiQuery('GET /api/v1/users/all/inactive/', { query }), ...options })
  if (search === '') return { choices: [], state: 'loaded' }
  const found = active.data && inactive.data && [...active.data.results, ...inactive.data.results]
  const data = found?.map((user) => ({ id: user.id, name: `${userTitle(user)} (${user.id})` }))
  return choicesOf({ data, isError: active.isError || inactive.isError })
}

/** The name of a user; `#id` until it is known. */
export function useUserName(id: number | undefined): string | undefined {
  const { data } = useQuery({
    ...apiQuery('GET /api/v1/users/{id}/', { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: CHOICES_STALE_TIME,
  })
  return id === undefined ? undefined : data?.company || data?.username || `#${id}`
}
