import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { CHOICES_STALE_TIME, type Choices, choicesOf, SEARCH_LIMIT } from '#web/lib/forms/choices.ts'

const byCompany = (rows: { id: number; company: string }[]) => rows.map(({ id, company }) => ({ id, name: company }))

function useCompanies(call: 'GET /api/v1/harvest-centers/list-all/' | 'GET /api/v1/users/lab/'): Choices {
  return choicesOf(useQuery({ ...apiQuery(call), enabled: useMayCall(call), staleTime: CHOICES_STALE_TIME, select: byCompany }))
}

export const useCenterChoices = () => useCompanies('GET /api/v1/harvest-centers/list-all/')
export const useLabChoices = () => useCompanies('GET /api/v1/users/lab/')

/** The matches of a search; without a search text, the first referral centers. */
export function useReferralCenterChoices(search: string): Choices {
  const enabled = useMayCall('GET /api/v1/referral-harvest-centers/')
  const query = apiQuery('GET /api/v1/referral-harvest-centers/', { query: { search, limit: SEARCH_LIMIT } })
  const select = ({ results }: { results: { id: number; company: string }[] }) => byCompany(results)
  return choicesOf(useQuery({ ...query, enabled, placeholderData: keepPreviousData, select }))
}
