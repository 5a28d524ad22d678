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

export type UserTab = 'details' | 'lab' | 'documents' | 'vials' | 'timeline' | 'sessions'
/** A form that replaces the details. */
export type UserFormName = 'edit' | 'password'

export interface UserDetailsProps {
  user: User
  tab: UserTab
  onTab: (tab: UserTab) => void
  form: UserFormName | undefined
  onForm: (form: UserFormName | undefined) => void
  /** Documents of a patient or of a center, provided by another feature. */
  documents?: (user: User) => ReactNode
  /** Content for patients that other features provide. */
  vials?: (user: User) => ReactNode
  timeline?: (user: User) => ReactNode
  /** For admins, provided by another feature. */
  sessions?: (user: User) => ReactNode
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

const { patient, harvest_center, referral_harvest_center } = membershipIds
const hasDocuments: number[] = [patient, harvest_center, referral_harvest_center]

interface TabContent {
  value: UserTab
  label: string
  content: ReactNode
}

/** Patients have a lab record, documents, vials and a timeline; centers have documents. */
function tabsOf({ user, form, onForm, documents, vials, timeline, sessions }: UserDetailsProps): TabContent[] {
  const isPatient = user.subscription === patient
  // The cells and documents of inactive users are not shown, and they have no sessions.
  const more = user.active === false ? {} : { documents, vials, timeline, sessions }
  const tabs: (TabContent | false | undefined)[] = [
    { value: 'details', label: 'Details', content: <AccountTab user={user} form={form} onForm={onForm} /> },
    isPatient && { value: 'lab', label: 'Lab record', content: <LabTab user={user} /> },
    hasDocuments.includes(user.subscription) &&
      more.documents && { value: 'documents', label: 'Documents', content: more.documents(user) },
    isPatient && more.vials && { value: 'vials', label: 'Vials', content: more.vials(user) },
    isPatient && more.timeline && { value: 'timeline', label: 'Timeline', content: more.timeline(user) },
    more.sessions && { value: 'sessions', label: 'Sessions', content: more.sessions(user) },
  ]
  return tabs.filter((tab): tab is TabContent => Boolean(tab))
}

/** One user for any reader; the answer's `can` decides the edits. */
export function UserDetails(props: UserDetailsProps) {
  const { tab, onTab } = props
  const tabs = tabsOf(props)
  const [details] = tabs
  if (tabs.length === 1) return details?.content
  return (
    <Tabs
      value={tabs.some(({ value }) => value === tab) ? tab : 'details'}
      onChange={(next) => onTab((next ?? 'details') as UserTab)}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
