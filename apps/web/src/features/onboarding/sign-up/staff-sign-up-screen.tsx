import { useQuery } from '@tanstack/react-query'
import { Password } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { NewStaff } from '@vialdesk/contract/people/onboarding'
import { useState } from 'react'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { useLinkSecret } from '#web/lib/url/use-link-secret.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { InvalidLink, invalidLinkMessage, refusedInvitation } from './invalid-link.tsx'
import { blankPerson, SignUpForm } from './sign-up-form.tsx'
import { useSignUp, useSignUpCall } from './use-sign-up.ts'

const TITLE = 'HC Staff Registration'
const StaffSignUp = NewStaff.extend({ password: Password })

interface InvitedProps {
  center: Answer<'POST /api/v1/hc-staff/{id}/invitation/'>
  linkKey: string
  /** Runs when the server finds the link invalid. */
  onLinkFault: (sentence: string) => void
}

function Invited({ center, linkKey, onLinkFault }: InvitedProps) {
  const add = useSignUpCall('POST /api/v1/users/')
  const form = useSignUp(StaffSignUp, {
    initialValues: { subscription: membershipIds.hc_staff, staff_hc_ids: [center.id], key: linkKey, ...blankPerson },
    send: (body) =>
      add({ body }).catch((error) => {
        const fault = invalidLinkMessage(error)
        if (fault) onLinkFault(fault)
        throw error
      }),
  })
  return <SignUpForm title={TITLE} lead={`You were invited by ${center.company}.`} form={form} />
}

/** Staff sign up with a link of their center: `hcid` names the center, the secret proves the invitation. Each link is for one person. */
export function StaffSignUpScreen({ hcid }: { hcid: number }) {
  const key = useLinkSecret()
  const [fault, setFault] = useState<string>()
  // After the sign-up the link is used, so the invitation is not asked for again while the dialog shows.
  const query = useQuery({
    ...apiQuery('POST /api/v1/hc-staff/{id}/invitation/', { params: { id: hcid }, body: { key } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const refusal = fault ?? refusedInvitation(query.error)
  if (refusal) return <InvalidLink message={refusal} />
  return <Loaded query={query}>{(center) => <Invited center={center} linkKey={key} onLinkFault={setFault} />}</Loaded>
}
