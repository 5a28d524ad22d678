import { Group, Loader, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CURRENT_PASSWORD_REQUIRED, requiredLine, singleLine } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { membershipsNamedByCompany, type User, UserEdit } from '@vialdesk/contract/people/accounts'
import { useRef } from 'react'
import type { z } from 'zod'
import { contactValuesOf } from '#web/features/accounts/contact-values.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { changedFields } from '#web/lib/forms/changed-fields.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SavedNotice } from '#web/ui/forms/saved-notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

const initialValuesOf = (user: User) => ({
  ...contactValuesOf(user),
  template_id: user.template_id ?? '',
  password_current: '',
})

const profileSchemaOf = ({ subscription }: User) =>
  UserEdit.extend({
    phone_number: requiredLine(40),
    company: membershipsNamedByCompany.includes(subscription) ? requiredLine(120) : singleLine(120),
  })
type Profile = z.output<ReturnType<typeof profileSchemaOf>>

function useProfileForm(user: User) {
  const edit = useFormCall('PATCH /api/v1/users/{id}/')
  /** The last version saved in this form. A refetch must not change the fields while the user types. */
  const saved = useRef(user)
  const changesEmail = (email: string | undefined) => email?.trim() !== saved.current.email
  const schema = profileSchemaOf(user).refine(({ email, password_current }) => !changesEmail(email) || password_current !== '', {
    path: ['password_current'],
    message: CURRENT_PASSWORD_REQUIRED,
  })
  const save = async ({ password_current, ...input }: Profile): Promise<string> => {
    const { template_id } = saved.current
    const change = changedFields<UserEdit>({ ...initialValuesOf(saved.current), template_id }, input)
    const proof = changesEmail(input.email) ? { password_current } : {}
    const body = { ...change, ...proof, version: saved.current.version }
    const { message, ...now } = await edit({ params: { id: user.id }, body })
    saved.current = now
    form.setFieldValue('password_current', '')
    return message
  }
  const form = useClosingForm(schema, { initialValues: initialValuesOf(user), save })
  return { ...form, asksPassword: changesEmail(form.values.email) }
}

/** An email controls the account, so it is read-only in the account of another user. */
const emailHints = {
  own: 'Used to log in',
  staff: 'Only the center can change it',
  impersonation: 'Change it in your own account, in the list of users',
}

/** Own contact details. Staff cannot change the email of a center; only an admin in its account edits the template. */
export function ProfileForm({ user }: { user: User }) {
  const kind = useQuery(apiQuery('GET /auth/session/')).data?.kind
  const form = useProfileForm(user)
  const isNamedByCompany = membershipsNamedByCompany.includes(user.subscription)
  const input = (name: keyof ReturnType<typeof initialValuesOf>, autoComplete: string) => ({
    autoComplete: kind === 'own' ? autoComplete : 'off',
    ...form.getInputProps(name),
  })
  return (
    <Form {...form.formProps} label="Contact Details">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="First name" withAsterisk {...input('first_name', 'given-name')} />
        <TextInput label="Last name" withAsterisk {...input('last_name', 'family-name')} />
        <TextInput
          label="Email"
          withAsterisk
          type="email"
          readOnly={kind === 'staff' || kind === 'impersonation'}
          description={emailHints[kind ?? 'own']}
          {...input('email', 'email')}
        />
        {form.asksPassword && (
          <PasswordField
            label="Current password"
            withAsterisk
            description="Enter your password to change your email."
            {...form.getInputProps('password_current')}
          />
        )}
        <TextInput label="Phone" withAsterisk type="tel" {...input('phone_number', 'tel')} />
        {user.subscription !== membershipIds.patient && (
          <TextInput label="Company" withAsterisk={isNamedByCompany} {...input('company', 'organization')} />
        )}
        {isNamedByCompany && kind === 'impersonation' && <TextInput label="Template ID" {...input('template_id', 'off')} />}
      </SimpleGrid>
      <AddressFields form={form} own={kind === 'own'} />
      <SavedNotice message={form.saved} />
      <Group gap="sm">
        <SubmitButton busy={form.busy}>Save</SubmitButton>
        <div role="status">
          {form.busy && (
            <Group gap={8}>
              <Loader size={16} aria-hidden />
              <Text span c="dimmed">
                Updating information
              </Text>
            </Group>
          )}
        </div>
      </Group>
    </Form>
  )
}
