import { useQuery } from '@tanstack/react-query'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { apiQuery } from '#web/lib/api/api.ts'
import { type Choices, choicesOf, SEARCH_LIMIT } from '#web/lib/forms/choices.ts'

const none: Choices = { choices: [], state: 'loaded' }

/** For admins: matches among all patients; none without a search text. */
export function useAllPatientChoices(search: string): Choices {
  const query = apiQuery('GET /api/v1/users/all/', { query: { membership: membershipIds.patient, search, limit: SEARCH_LIMIT } })
  const select = ({ results }: { results: { id: number; username: string }[] }) =>
    results.map(({ id, username }) => ({ id, name: `${username} (${id})` }))
  const found = choicesOf(useQuery({ ...query, enabled: search !== '', select }))
  return search === '' ? none : found
}

export interface KnownPatient {
  id: number
  name: string
  email: string
}

/** Matches among the patients that this user may see; none without a search text. */
export function useKnownPatients(search: string): { choices: KnownPatient[]; state: Choices['state'] } {
  const query = apiQuery('GET /api/v1/users/patient/list/', { query: { search, limit: SEARCH_LIMIT } })
  const { data, isError } = useQuery({ ...query, enabled: search !== '' })
  const choices = (data?.results ?? []).map(({ id, first_name = '', last_name = '', email = '' }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    email,
  }))
  if (search === '') return { choices: [], state: 'loaded' }
  return { choices, state: data ? 'loaded' : isError ? 'failed' : 'loading' }
}

/** The same, with the number of each patient. */
export function useVisiblePatientChoices(search: string): Choices {
  const { choices, state } = useKnownPatients(search)
  return { choices: choices.map(({ id, name }) => ({ id, name: `${name} (${id})`.trim() })), state }
}
