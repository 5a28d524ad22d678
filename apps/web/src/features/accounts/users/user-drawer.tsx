import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@vialdesk/contract/accounts'
import { useState } from 'react'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { roleName, userTitle } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { RowMenu } from '#web/ui/table/row-menu.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { useAccountActions, useInactiveActions } from './use-account-actions.ts'
import { UserDetails, type UserDetailsProps, type UserFormName } from './user-details.tsx'

interface Props extends Omit<UserDetailsProps, 'user' | 'form' | 'onForm'> {
  /** Closed when undefined. */
  id: number | undefined
  /** The form that is open at first. */
  start?: UserFormName | undefined
  onClose: () => void
}

function Actions({ user, onForm, onClose }: { user: User; onForm: (form: UserFormName) => void; onClose: () => void }) {
  const ofActive = useAccountActions((_, form) => onForm(form))
  const ofInactive = useInactiveActions(onClose)
  return <RowMenu inDrawer name={userTitle(user)} actions={user.active === false ? ofInactive(user) : ofActive(user)} />
}

function Heading({ user, actions }: { user: User | undefined; actions: (user: User) => React.ReactNode }) {
  if (!user) return <>User</>
  return (
    <Group gap="xs">
      <Text span fw={600} fz="lg" dir="auto">
        {userTitle(user)}
      </Text>
      <StatusBadge meaning="neutral">{roleName(user.subscription)}</StatusBadge>
      {user.stage && <StageBadge stage={user.stage} vials={user} />}
      {user.active === false && <StatusBadge meaning="bad">Inactive</StatusBadge>}
      {actions(user)}
    </Group>
  )
}

function Content({ id, ...body }: Omit<UserDetailsProps, 'user'> & { id: number }) {
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id } }))
  return (
    <Loaded query={query} loading="Loading Fields">
      {(user) => <UserDetails {...body} user={user} />}
    </Loaded>
  )
}

/** The open form; resets for another user. */
function useForm(id: number | undefined, start: UserFormName | undefined) {
  const begun = `${id} ${start}`
  const [form, setForm] = useState({ begun, name: start })
  const name = form.begun === begun ? form.name : start
  return [name, (next: UserFormName | undefined) => setForm({ begun, name: next })] as const
}

/** One user in a drawer over the list. */
export function UserDrawer({ id, start, onClose, onTab, ...body }: Props) {
  const last = useLatestValue(id)
  const [form, setForm] = useForm(last, start)
  const isAdmin = useSession()?.role === 'admin'
  const { data } = useQuery({ ...apiQuery('GET /api/v1/users/{id}/', { params: { id: last ?? 0 } }), enabled: id !== undefined })
  const openForm = (next: UserFormName) => {
    setForm(next)
    if (body.tab !== 'details') onTab('details')
  }
  const actions = (user: User) => isAdmin && <Actions user={user} onForm={openForm} onClose={onClose} />
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title={<Heading user={data} actions={actions} />} size="xl">
      {last !== undefined && <Content key={last} id={last} {...body} onTab={onTab} form={form} onForm={setForm} />}
    </Drawer>
  )
}
