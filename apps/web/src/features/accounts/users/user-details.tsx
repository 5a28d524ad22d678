import type { User } from '@vialdesk/contract/accounts'
import { membershipIds } from '@vialdesk/contract/roles'
import { Fragment, type ReactNode } from 'react'
import type { UserTab, UserTabContent } from '#web/entities/user/user-tabs.ts'
import { Editable, ReadView } from '#web/features/accounts/editable.tsx'
import { LabFacts } from '#web/features/accounts/lab-record/lab-facts.tsx'
import { LabForm } from '#web/features/accounts/lab-record/lab-form.tsx'
import { TabPanels } from '#web/ui/layout/tab-panels.tsx'
import { PasswordForm } from './password-form.tsx'
import classes from './user-details.module.css'
import { UserFacts } from './user-facts.tsx'
import { UserForm } from './user-form.tsx'

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
