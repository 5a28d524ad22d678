import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { membershipOf } from '@vialdesk/contract/roles'
import { ask } from '#web/lib/api.ts'
import { type Choices, choicesOf, SEARCH_LIMIT } from '#web/lib/choices.ts'

const none: Choices = { choices: [], state: 'there' }

/** For admins: matches among all patients; none without a search text. */
export function useAllPatientChoices(search: string): Choices {
  const query = ask('GET /api/v1/users/all/', { query: { membership: membershipOf.patient, search, limit: SEARCH_LIMIT } })
  const select = ({ results }: { results: { id: number; username: string }[] }) =>
    results.map(({ id, username }) => ({ id, name: `${username} (${id})` }))
  const found = choicesOf(useQuery({ ...query, enabled: search !== '', placeholderData: keepPreviousData, select }))
  return search === '' ? none : found
}

/** Matches among the patients that this user may see; none without a search text. */
export function useVisiblePatientChoices(search: string): Choices {
  const query = ask('GET /api/v1/users/patient/list/', { query: { search, limit: SEARCH_LIMIT } })
  const select = ({ results }: { results: { id: number; first_name?: string; last_name?: string }[] }) =>
    results.map(({ id, first_name = '', last_name = '' }) => ({ id, name: `${first_name} ${last_name} (${id})`.trim() }))
  const found = choicesOf(useQuery({ ...query, enabled: search !== '', placeholderData: keepPreviousData, select }))
  return search === '' ? none : found
}
