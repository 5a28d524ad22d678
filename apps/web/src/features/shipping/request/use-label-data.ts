import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'

/** The requesting center, with the fields that the user may see. */
export interface RequestingCenter {
  id: number
  company: string
  kind: 'harvest_center' | 'referral_harvest_center'
}

/** Labels are for tissue that is still to be sent. */
const query = { to_send: 'true' } as const

/** Data of the form: the center's patients, plus locations and account when the center itself requests. */
export function useLabelData({ id, kind }: RequestingCenter) {
  const isMine = useSession()?.user.id === id
  const ofCenter = useQuery({
    ...apiQuery('GET /api/v1/harvest-centers/{id}/patientList/', { params: { id }, query }),
    enabled: kind === 'harvest_center',
  })
  const ofReferral = useQuery({
    ...apiQuery('GET /api/v1/harvest-centers/{id}/referral/patientList/', { params: { id }, query }),
    enabled: kind === 'referral_harvest_center',
  })
  const patients = kind === 'harvest_center' ? ofCenter : ofReferral
  const locations = useQuery({ ...apiQuery('GET /api/v1/locations/user/{id}/', { params: { id } }), enabled: isMine })
  const me = useQuery({ ...apiQuery('GET /api/v1/users/{id}/', { params: { id } }) })
  const wanted = isMine ? [patients, locations, me] : [patients, me]
  return {
    error: wanted.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of wanted) void query.refetch()
    },
    data: wanted.every(({ data }) => data !== undefined)
      ? { patients: patients.data ?? [], locations: locations.data ?? [], me: me.data }
      : undefined,
  }
}
export type LabelData = NonNullable<ReturnType<typeof useLabelData>['data']>
