import { SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { requiredLine } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { membershipsNamedByCompany, type User, UserEdit } from '@vialdesk/contract/people/accounts'
import type { LabRecordEdit } from '@vialdesk/contract/people/patients'
import { useState } from 'react'
import { contactValuesOf } from '#web/features/accounts/contact-values.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { UserLinkFields } from './user-link-fields.tsx'

type FormField = Exclude<keyof UserEdit, keyof LabRecordEdit | 'version' | 'password_current' | 'template_id'>

/** The initial values; a field of `UserEdit` without one does not compile. */
const initialValuesOf = (user: User) =>
  ({
    ...contactValuesOf(user),
    tags: user.tags,
    harvest_center_id: user.hc_desc?.[0]?.id ?? null,
    referral_harvest_center_id: user.rhc_desc?.[0]?.id ?? null,
    referred_center_id: user.referral_hc_desc?.[0]?.id ?? null,
    saless_rep_id: user.saless_rep_id ?? null,
    sales_manager_id: user.sales_manager_id ?? null,
    sales_distributor_id: user.sales_distributor_id ?? null,
    lab_id: user.lab_id ?? null,
  }) satisfies Record<FormField, unknown>

const WithCompany = UserEdit.extend({ company: requiredLine(120) })
/** Staff sign up without a company, so it stays optional for them; an existing company cannot be cleared. */
const requiresCompany = ({ subscription, company }: User) =>
  membershipsNamedByCompany.includes(subscription) && (subscription !== membershipIds.hc_staff || Boolean(company))

function useUserForm(user: User, onClose: () => void) {
  const edit = useFormCall('PATCH /api/v1/users/{id}/')
  const start = initialValuesOf(user)
  const version = user.version
  return useClosingForm(requiresCompany(user) ? WithCompany : UserEdit, {
    initialValues: start,
    onClose,
    failed: user.subscription === membershipIds.patient ? 'Looks like something went wrong' : undefined,
    save: async (input) => {
      const body = { ...changedFields<UserEdit>(start, input), version }
      return (await edit({ params: { id: user.id }, body })).message
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
  const isEmailReadOnly = isAdmin && opened.subscription === membershipIds.admin && opened.id !== me?.user.id
  const field = (name: 'first_name' | 'last_name' | 'email' | 'phone_number' | 'company') => form.getInputProps(name)
  const needsCompany = requiresCompany(opened)
  return (
    <Form {...form.formProps} label="Edit user" verb="Save" onCancel={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="First name" withAsterisk data-autofocus {...field('first_name')} />
        <TextInput label="Last name" withAsterisk {...field('last_name')} />
        <TextInput
          label="Email"
          withAsterisk
          type="email"
          readOnly={isEmailReadOnly}
          description={isEmailReadOnly && 'Only the owner can change it'}
          {...field('email')}
        />
        <TextInput label="Phone" type="tel" {...field('phone_number')} />
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
          <UserLinkFields
            subscription={opened.subscription}
            values={form.getValues()}
            errors={form.errors}
            onChange={(part) => form.setValues(part)}
          />
        </Stack>
      )}
    </Form>
  )
}
