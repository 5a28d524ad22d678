import { SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { namedByCompany, type User, UserEdit } from '@vialdesk/contract/accounts'
import type { LabRecordEdit } from '@vialdesk/contract/patients'
import { filled } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import { useState } from 'react'
import { send } from '#web/lib/api.ts'
import { changed } from '#web/lib/changed.ts'
import { useSession } from '#web/lib/session.ts'
import { useClosingForm } from '#web/lib/use-closing-form.ts'
import { AddressFields } from '#web/ui/address-fields.tsx'
import { ClosingButtons } from '#web/ui/closing-buttons.tsx'
import { Form } from '#web/ui/form.tsx'
import { contactOf } from './contact.ts'
import { UserTies } from './user-ties.tsx'

type FormField = Exclude<keyof UserEdit, keyof LabRecordEdit | 'version' | 'password_current' | 'template_id'>

/** The initial values; a field of `UserEdit` without one does not compile. */
const startOf = (user: User) =>
  ({
    ...contactOf(user),
    tags: user.tags,
    harvest_center_id: user.hc_desc?.[0]?.id ?? null,
    referral_harvest_center_id: user.rhc_desc?.[0]?.id ?? null,
    referred_center_id: user.referral_hc_desc?.[0]?.id ?? null,
    saless_rep_id: user.saless_rep_id ?? null,
    sales_manager_id: user.sales_manager_id ?? null,
    sales_distributor_id: user.sales_distributor_id ?? null,
    lab_id: user.lab_id ?? null,
  }) satisfies Record<FormField, unknown>

const WithCompany = UserEdit.extend({ company: filled(120) })
/** Staff sign up without a company, so it stays optional for them; an existing company cannot be cleared. */
const requiresCompany = ({ subscription, company }: User) =>
  namedByCompany.includes(subscription) && (subscription !== membershipOf.hc_staff || Boolean(company))

function useUserForm(user: User, onClose: () => void) {
  const edit = useMutation({ ...send('PATCH /api/v1/users/{id}/'), meta: { handlesErrors: true } })
  const start = startOf(user)
  const version = user.version
  return useClosingForm(requiresCompany(user) ? WithCompany : UserEdit, {
    initialValues: start,
    onClose,
    failed: user.subscription === membershipOf.patient ? 'Looks like something went wrong' : undefined,
    save: async (input) => {
      const body = { ...changed<UserEdit>(start, input), version }
      return (await edit.mutateAsync({ params: { id: user.id }, body })).message
    },
  })
}

/** Edits a user. Sends changed fields only, with a version against concurrent edits. */
export function UserForm({ user, onClose }: { user: User; onClose: () => void }) {
  // A refetch must not change the fields while the user types.
  const [opened] = useState(user)
  const form = useUserForm(opened, onClose)
  const me = useSession()
  const isAdmin = me?.role === 'admin'
  // An email controls the account: only its owner changes an admin's email.
  const isEmailReadOnly = isAdmin && opened.subscription === membershipOf.admin && opened.id !== me?.user.id
  const field = (name: 'first_name' | 'last_name' | 'email' | 'phone_number' | 'company') => form.getInputProps(name)
  const needsCompany = requiresCompany(opened)
  return (
    <Form {...form.formProps} label="Edit user">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="First name" withAsterisk data-autofocus {...field('first_name')} />
        <TextInput label="Last name" withAsterisk {...field('last_name')} />
        <TextInput
          label="Email"
          withAsterisk
          type="email"
          inputMode="email"
          readOnly={isEmailReadOnly}
          description={isEmailReadOnly && 'Only the owner can change it'}
          {...field('email')}
        />
        <TextInput label="Phone" type="tel" inputMode="tel" {...field('phone_number')} />
        <TextInput label="Company" withAsterisk={needsCompany} {...field('company')} />
      </SimpleGrid>
      <Title order={3} fz="sm">
        Address
      </Title>
      <AddressFields form={form} />
      {isAdmin && (
        <Stack gap="xs">
          <Title order={3} fz="sm">
            Belongs to
          </Title>
          <UserTies
            subscription={opened.subscription}
            values={form.getValues()}
            errors={form.errors}
            onChange={(part) => form.setValues(part)}
          />
        </Stack>
      )}
      <ClosingButtons form={form} onClose={onClose}>
        Save
      </ClosingButtons>
    </Form>
  )
}
