import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { CHOICES_STALE_TIME, type Choices, choicesOf } from '#web/lib/forms/choices.ts'
import { useSession } from '#web/lib/session/session.ts'

/** The id distinguishes patients with the same name. */
const withId = (patients: { id: number; name: string }[]) => patients.map(({ id, name }) => ({ id, name: `${name} (${id})` }))

const patientCalls = {
  harvest_center: 'GET /api/v1/harvest-centers/{id}/patientList/',
  referral_harvest_center: 'GET /api/v1/harvest-centers/{id}/referral/patientList/',
} as const

/** The patients of a center, or the referred patients of a referral center. */
export function usePatientChoices(): Choices {
  const viewer = useSession()
  const isReferral = viewer?.role === 'referral_harvest_center'
  const call = patientCalls[isReferral ? 'referral_harvest_center' : 'harvest_center']
  return choicesOf(
    useQuery({
      ...apiQuery(call, { params: { id: viewer?.user.id ?? 0 } }),
      staleTime: CHOICES_STALE_TIME,
      select: withId,
      enabled: isReferral || viewer?.role === 'harvest_center',
    }),
  )
}
