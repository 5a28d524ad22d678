import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewSalesRep } from '@vialdesk/contract/onboarding'
import { Password } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import { z } from 'zod'
import { send } from '#web/lib/api.ts'
import { portal } from '#web/lib/portal.ts'
import { AddressFields } from '#web/ui/address-fields.tsx'
import { Form } from '#web/ui/form.tsx'
import { Section } from '#web/ui/section.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { blankAddress } from './new-account-form.tsx'
import { PersonFields } from './person-fields.tsx'
import { SignUpFrame } from './sign-up-frame.tsx'
import { SignedUpModal } from './signed-up-modal.tsx'
import { signUpMeta, useSignUp } from './use-sign-up.ts'

const kinds = {
  sales_rep: { title: 'Sales Rep Registration', lead: 'Bring harvest centers to' },
  sales_manager: { title: 'Sales Manager Registration', lead: 'Lead a team of sales reps for' },
  sales_distributor: { title: 'Sales Distributor Registration', lead: 'Lead teams of sales managers for' },
} as const

const { sales_rep, sales_manager, sales_distributor } = membershipOf
/** The three ask for the same; the account's kind is the page's to say. */
const SalesSignUp = NewSalesRep.extend({
  subscription: z.literal([sales_rep, sales_manager, sales_distributor]),
  password: Password,
})
const blank = { first_name: '', last_name: '', email: '', password: '', phone_number: '', ...blankAddress }

export function SalesSignUpScreen({ kind }: { kind: keyof typeof kinds }) {
  const { title, lead } = kinds[kind]
  const add = useMutation({ ...send('POST /api/v1/users/', { asVisitor: true }), meta: signUpMeta })
  const form = useSignUp(SalesSignUp, {
    initialValues: { subscription: membershipOf[kind], ...blank },
    send: (body) => add.mutateAsync({ body }),
  })
  return (
    <SignUpFrame title={title} lead={`${lead} ${portal().domain.name}.`}>
      <Form {...form.formProps} label={title}>
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
      <SignedUpModal title={title} message={form.message} onClose={form.close} />
    </SignUpFrame>
  )
}
