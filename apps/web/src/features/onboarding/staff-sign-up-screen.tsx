import { Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { NewStaff } from '@vialdesk/contract/onboarding'
import { Password } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import { type Answer, ask, send } from '#web/lib/api.ts'
import { Refusal } from '#web/lib/refusal.ts'
import { AddressFields } from '#web/ui/address-fields.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Section } from '#web/ui/section.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { blankAddress } from './new-account-form.tsx'
import { PersonFields } from './person-fields.tsx'
import { SignUpFrame } from './sign-up-frame.tsx'
import { SignedUpModal } from './signed-up-modal.tsx'
import { signUpMeta, useSignUp } from './use-sign-up.ts'

const TITLE = 'HC Staff Registration'
const StaffSignUp = NewStaff.extend({ password: Password })
const blank = { first_name: '', last_name: '', email: '', password: '', phone_number: '', ...blankAddress }

interface InvitedProps {
  center: Answer<'GET /api/v1/hc-staff/{id}/invitation/'>
  linkKey: string
}

function Invited({ center, linkKey }: InvitedProps) {
  const add = useMutation({ ...send('POST /api/v1/users/', { asVisitor: true }), meta: signUpMeta })
  const form = useSignUp(StaffSignUp, {
    initialValues: { subscription: membershipOf.hc_staff, staff_hc_ids: [center.id], key: linkKey, ...blank },
    send: (body) => add.mutateAsync({ body }),
  })
  return (
    <SignUpFrame title={TITLE} lead={`You were invited by ${center.company}.`}>
      <Form {...form.formProps} label={TITLE}>
        <Stack gap="xl">
          <PersonFields form={form} />
          <Section title="Address" lead="You may leave it blank.">
            <AddressFields form={form} own />
          </Section>
          <SubmitButton size="md" fullWidth busy={form.busy}>
            Sign Up
          </SubmitButton>
        </Stack>
      </Form>
      <SignedUpModal title={TITLE} message={form.message} onClose={form.close} />
    </SignUpFrame>
  )
}

/** Staff comes by the link of its center: the id says which, the key that the center gave it away. */
export function StaffSignUpScreen({ hcid, linkKey }: { hcid: number; linkKey: string }) {
  const query = useQuery(ask('GET /api/v1/hc-staff/{id}/invitation/', { params: { id: hcid }, query: { key: linkKey } }))
  const isRefused = query.error instanceof Refusal && ['not_found', 'invalid'].includes(query.error.code)
  if (isRefused) {
    return (
      <InvalidLink message="It has expired, is not complete, or its harvest center is no longer active. Ask the center for a new one." />
    )
  }
  return <Loaded query={query}>{(center) => <Invited center={center} linkKey={linkKey} />}</Loaded>
}
