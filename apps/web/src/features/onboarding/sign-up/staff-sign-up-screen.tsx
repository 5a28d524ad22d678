import { useMutation, useQuery } from '@tanstack/react-query'
import { NewStaff } from '@vialdesk/contract/onboarding'
import { Password } from '@vialdesk/contract/primitives'
import { membershipIds } from '@vialdesk/contract/roles'
import { type Answer, apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { NO_INVITATION } from './invalid-link-messages.ts'
import { blankPerson, SignUpForm } from './sign-up-form.tsx'
import { signUpMeta, useSignUp } from './use-sign-up.ts'

const TITLE = 'HC Staff Registration'
const StaffSignUp = NewStaff.extend({ password: Password })

interface InvitedProps {
  center: Answer<'GET /api/v1/hc-staff/{id}/invitation/'>
  linkKey: string
}

function Invited({ center, linkKey }: InvitedProps) {
  const add = useMutation({ ...apiMutation('POST /api/v1/users/', { asGuest: true }), meta: signUpMeta })
  const form = useSignUp(StaffSignUp, {
    initialValues: { subscription: membershipIds.hc_staff, staff_hc_ids: [center.id], key: linkKey, ...blankPerson },
    send: (body) => add.mutateAsync({ body }),
  })
  return <SignUpForm title={TITLE} lead={`You were invited by ${center.company}.`} form={form} />
}

/** Staff sign up with a link of their center: `hcid` names the center, `key` proves the invitation. */
export function StaffSignUpScreen({ hcid, linkKey }: { hcid: number; linkKey: string }) {
  const query = useQuery(apiQuery('GET /api/v1/hc-staff/{id}/invitation/', { params: { id: hcid }, query: { key: linkKey } }))
  const isRefused = query.error instanceof ApiError && ['not_found', 'invalid'].includes(query.error.code)
  if (isRefused) return <InvalidLink message={NO_INVITATION} />
  return <Loaded query={query}>{(center) => <Invited center={center} linkKey={linkKey} />}</Loaded>
}
