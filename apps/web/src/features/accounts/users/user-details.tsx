import { Tabs } from '@mantine/core'
import type { User } from '@vialdesk/contract/accounts'
import { membershipIds } from '@vialdesk/contract/roles'
import type { ReactNode } from 'react'
import { Editable, ReadView } from '#web/features/accounts/editable.tsx'
import { LabFacts } from '#web/features/accounts/lab-record/lab-facts.tsx'
import { LabForm } from '#web/features/accounts/lab-record/lab-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserForm } from './user-form.tsx'

export type UserTab = 'details' | 'lab' | 'documents' | 'vials' | 'timeline'
/** A form that replaces the details. */
export type UserFormName = 'edit' | 'password'

export interface UserDetailsProps {
  user: User
  tab: UserTab
  onTab: (tab: UserTab) => void
  form: UserFormName | undefined
  onForm: (form: UserFormName | undefined) => void
  /** Content for patients that other features provide. */
  documents?: (user: User) => ReactNode
  vials?: (user: User) => ReactNode
  timeline?: (user: User) => ReactNode
}

function AccountTab({ user, form, onForm }: Pick<UserDetailsProps, 'user' | 'form' | 'onForm'>) {
  const close = () => onForm(undefined)
  if (form === 'password') return <PasswordForm user={user} onClose={close} />
  if (form === 'edit' && user.can.edit) return <UserForm user={user} onClose={close} />
  return (
    <ReadView mayEdit={user.can.edit} verb="Edit" onEdit={() => onForm('edit')}>
      <UserFacts user={user} />
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

/** One user for any reader; the answer's `can` decides the edits. Patients also have lab record, documents, vials and timeline. */
export function UserDetails({ user, tab, onTab, form, onForm, documents, vials, timeline }: UserDetailsProps) {
  if (user.subscription !== membershipIds.patient) return <AccountTab user={user} form={form} onForm={onForm} />
  // The cells of inactive patients are not shown.
  const more = user.active === false ? {} : { documents, vials, timeline }
  return (
    <Tabs
      value={tab in more || tab === 'lab' ? tab : 'details'}
      onChange={(next) => onTab((next ?? 'details') as UserTab)}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="lab">Lab record</Tabs.Tab>
        {more.documents && <Tabs.Tab value="documents">Documents</Tabs.Tab>}
        {more.vials && <Tabs.Tab value="vials">Vials</Tabs.Tab>}
        {more.timeline && <Tabs.Tab value="timeline">Timeline</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="details">
        <AccountTab user={user} form={form} onForm={onForm} />
      </Tabs.Panel>
      <Tabs.Panel value="lab">
        <LabTab user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="documents">{more.documents?.(user)}</Tabs.Panel>
      <Tabs.Panel value="vials">{more.vials?.(user)}</Tabs.Panel>
      <Tabs.Panel value="timeline">{more.timeline?.(user)}</Tabs.Panel>
    </Tabs>
  )
}
