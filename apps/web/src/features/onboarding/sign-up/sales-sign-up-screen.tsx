import { Password } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { NewSalesRep } from '@vialdesk/contract/people/onboarding'
import { z } from 'zod'
import { portal } from '#web/lib/browser/portal.ts'
import { blankPerson, SignUpForm } from './sign-up-form.tsx'
import { useSignUp, useSignUpCall } from './use-sign-up.ts'

const kinds = {
  sales_rep: { title: 'Sales Rep Registration', lead: 'Bring harvest centers to' },
  sales_manager: { title: 'Sales Manager Registration', lead: 'Lead a team of sales reps for' },
  sales_distributor: { title: 'Sales Distributor Registration', lead: 'Lead teams of sales managers for' },
} as const

const { sales_rep, sales_manager, sales_distributor } = membershipIds
/** The three pages share one form and differ in the membership. */
const SalesSignUp = NewSalesRep.extend({
  subscription: z.literal([sales_rep, sales_manager, sales_distributor]),
  password: Password,
})

export function SalesSignUpScreen({ kind }: { kind: keyof typeof kinds }) {
  const { title, lead } = kinds[kind]
  const add = useSignUpCall('POST /api/v1/users/')
  const form = useSignUp(SalesSignUp, {
    initialValues: { subscription: membershipIds[kind], ...blankPerson },
    send: (body) => add({ body }),
  })
  return <SignUpForm title={title} lead={`${lead} ${portal().domain.name}.`} form={form} />
}
