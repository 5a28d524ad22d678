import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { CHOICES_STALE_TIME, type Choices, choicesOf } from '#web/lib/forms/choices.ts'
import { useSession } from '#web/lib/session/session.ts'

/** The id distinguishes patients with the same name. */
const withId = (patients: { id: number; name: string }[]) => patients.map(({ id, name }) => ({ id, name: `${name} (${id})` }))

/** The patients of a center, or the referred patients of a referral center. */
export function usePatientChoices(): Choices {
  const viewer = useSession()
  const params = { id: viewer?.user.id ?? 0 }
  const isCenter = viewer?.role === 'harvest_center'
  const isReferral = viewer?.role === 'referral_harvest_center'
  const options = { staleTime: CHOICES_STALE_TIME, select: withId }
  const own = useQuery({
    ...apiQuery('GET /api/v1/harvest-centers/{id}/patientList/', { params }),
    ...options,
    enabled: isCenter,
  })
  const referred = useQuery({
    ...apiQuery('GET /api/v1/harvest-centers/{id}/referral/patientList/', { params }),
    ...options,
    enabled: isReferral,
  })
  return choicesOf(isReferral ? referred : own)
}
