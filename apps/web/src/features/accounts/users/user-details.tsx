import { Box, Button, Group, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { NewPassword, type User } from '@vialdesk/contract/people/accounts'
import { Fragment, type ReactNode, useState } from 'react'
import type { UserTab, UserTabContent } from '#web/entities/user/user-tabs.ts'
import { LabFacts } from '#web/features/accounts/lab-record/lab-facts.tsx'
import { LabForm } from '#web/features/accounts/lab-record/lab-form.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { TabPanels } from '#web/ui/layout/tab-panels.tsx'
import classes from './user-details.module.css'
import { UserFacts } from './user-facts.tsx'
import { UserForm } from './user-form.tsx'

/** An admin sets the password of another user. */
function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useFormCall('POST /api/v1/users/change-password/')
  const form = useClosingForm(NewPassword, {
    initialValues: { user_id: user.id, new_password_change: '' },
    onClose,
    save: async (body) => (await change({ body })).message,
  })
  return (
    <Form {...form.formProps} label="Change Password" verb="Change Password" onCancel={onClose}>
      <Text c="dimmed">
        The user is logged out on all devices and notified by email. Give the user the new password yourself, or send a password
        link instead.
      </Text>
      <Box maw={384}>
        <NewPasswordField
          label="New password"
          description="Min Length 8"
          withAsterisk
          data-autofocus
          ownWords={[user.first_name ?? '', user.last_name ?? '', user.email ?? '']}
          {...form.getInputProps('new_password_change')}
        />
      </Box>
    </Form>
  )
}

interface ReadViewProps {
  mayEdit: boolean
  verb: string
  onEdit: () => void
  children: ReactNode
}

/** The read view with the button that opens the form. */
function ReadView({ mayEdit, verb, onEdit, children }: ReadViewProps) {
  return (
    <>
      {mayEdit && (
        <Group justify="flex-end" mb="sm">
          <Button variant="default" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onEdit}>
            {verb}
          </Button>
        </Group>
      )}
      {children}
    </>
  )
}

/** A read view with an Edit button; the form returns to the read view when it closes. */
function Editable({ form, ...readView }: Omit<ReadViewProps, 'onEdit'> & { form: (onClose: () => void) => ReactNode }) {
  const [editing, setEditing] = useState(false)
  return editing ? form(() => setEditing(false)) : <ReadView {...readView} onEdit={() => setEditing(true)} />
}

/** A form that replaces the details. */
export type UserFormName = 'edit' | 'password'

export interface UserDetailsProps {
  user: User
  tab: UserTab
  onTab: (tab: UserTab) => void
  form: UserFormName | undefined
  onForm: (form: UserFormName | undefined) => void
  /** Tabs with content of other features. */
  tabs?: UserTabContent[]
}

function AccountTab({
  user,
  form,
  onForm,
  summaries,
}: Pick<UserDetailsProps, 'user' | 'form' | 'onForm'> & { summaries: ReactNode }) {
  const close = () => onForm(undefined)
  if (form === 'password') return <PasswordForm user={user} onClose={close} />
  if (form === 'edit' && user.can.edit) return <UserForm user={user} onClose={close} />
  return (
    <ReadView mayEdit={user.can.edit} verb="Edit" onEdit={() => onForm('edit')}>
      <UserFacts user={user} summaries={summaries} />
    </ReadView>
  )
}

function LabTab({ user }: { user: User }) {
  return (
    <Editable
      mayEdit={user.can.edit_lab_record}
      verb="Edit lab record"
      form={(onClose) => <LabForm user={user} onClose={onClose} />}
    >
      <LabFacts user={user} />
    </Editable>
  )
}

interface ShownTab {
  value: UserTab
  label: string
  content: ReactNode
}

/** Details first, then the lab record of a patient, then the tabs of other features. Only details of an inactive user are shown. */
function tabsOf({ user, form, onForm, onTab, tabs = [] }: UserDetailsProps): ShownTab[] {
  const more = user.active === false ? [] : tabs.filter(({ isFor }) => isFor(user))
  const summaries = more.map(({ value, summary }) => <Fragment key={value}>{summary?.(user, () => onTab(value))}</Fragment>)
  const own: ShownTab[] = [
    {
      value: 'details',
      label: 'Details',
      content: <AccountTab user={user} form={form} onForm={onForm} summaries={summaries} />,
    },
  ]
  if (user.subscription === membershipIds.patient)
    own.push({ value: 'lab', label: 'Lab record', content: <LabTab user={user} /> })
  return [...own, ...more.map(({ value, label, content }) => ({ value, label, content: content(user) }))]
}

/** One user for any reader; the answer's `can` decides the edits. */
export function UserDetails(props: UserDetailsProps) {
  const { tab, onTab } = props
  const tabs = tabsOf(props)
  const [details] = tabs
  if (tabs.length === 1) return details?.content
  return <TabPanels tabs={tabs} value={tab} onOpen={onTab} className={classes.tabs} />
}
