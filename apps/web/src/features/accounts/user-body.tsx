import { Tabs } from '@mantine/core'
import type { User } from '@vialdesk/contract/accounts'
import { membershipOf } from '@vialdesk/contract/roles'
import type { ReactNode } from 'react'
import { Editable } from './editable.tsx'
import { LabFacts } from './lab-facts.tsx'
import { LabForm } from './lab-form.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserForm } from './user-form.tsx'

export type UserTab = 'details' | 'lab' | 'vials' | 'timeline'

export interface UserBodyProps {
  user: User
  tab: UserTab
  onTab: (tab: UserTab) => void
  /** What other features know of a patient. */
  vials: (user: User) => ReactNode
  timeline: (user: User) => ReactNode
}

function Details({ user }: { user: User }) {
  return (
    <Editable may={user.can.edit} verb="Edit" form={(onClose) => <UserForm user={user} onClose={onClose} />}>
      <UserFacts user={user} />
    </Editable>
  )
}

function Lab({ user }: { user: User }) {
  return (
    <Editable may={user.can.edit_lab_record} verb="Edit lab record" form={(onClose) => <LabForm user={user} onClose={onClose} />}>
      <LabFacts user={user} />
    </Editable>
  )
}

/** One user, whoever looks: what may be changed is what the answer says. Of patients also how far their cells are. */
export function UserBody({ user, tab, onTab, vials, timeline }: UserBodyProps) {
  if (user.subscription !== membershipOf.patient) return <Details user={user} />
  return (
    <Tabs value={tab} onChange={(next) => onTab((next ?? 'details') as UserTab)} keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="lab">Lab record</Tabs.Tab>
        <Tabs.Tab value="vials">Vials</Tabs.Tab>
        <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">
        <Details user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="lab">
        <Lab user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="vials">{vials(user)}</Tabs.Panel>
      <Tabs.Panel value="timeline">{timeline(user)}</Tabs.Panel>
    </Tabs>
  )
}
