import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { UserDetails, type UserDetailsProps, type UserFormName } from './user-details.tsx'
import { UserActions, UserHeading } from './user-heading.tsx'

interface Props extends Omit<UserDetailsProps, 'user' | 'form' | 'onForm'> {
  /** Closed when undefined. */
  id: number | undefined
  /** The form that is open at first. */
  start?: UserFormName | undefined
  onClose: () => void
}

function Content({ id, ...body }: Omit<UserDetailsProps, 'user'> & { id: number }) {
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id } }))
  return (
    <Loaded query={query} loading="Loading Fields">
      {(user) => <UserDetails {...body} user={user} />}
    </Loaded>
  )
}

/** The open form. Each opening begins with `start`; a form that closes stays while the drawer fades out. */
function useForm(id: number | undefined, start: UserFormName | undefined) {
  const [form, setForm] = useState({ id, name: start })
  if (form.id !== id) setForm({ id, name: id === undefined ? form.name : start })
  return [form.name, (name: UserFormName | undefined) => setForm({ id, name })] as const
}

/** One user in a drawer over the list. */
export function UserDrawer({ id, start, onClose, onTab, ...body }: Props) {
  const last = useLatestValue(id)
  const [form, setForm] = useForm(id, start)
  const { data } = useQuery({ ...apiQuery('GET /api/v1/users/{id}/', { params: { id: last ?? 0 } }), enabled: id !== undefined })
  const openForm = (next: UserFormName) => {
    setForm(next)
    if (body.tab !== 'details') onTab('details')
  }
  const heading = data ? (
    <UserHeading user={data}>
      <UserActions user={data} inDrawer onForm={openForm} onRemoved={onClose} />
    </UserHeading>
  ) : (
    'User'
  )
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      title={heading}
      size="xl"
      record={last === undefined ? undefined : { key: last, path: `/users/${last}` }}
    >
      {last !== undefined && <Content key={last} id={last} {...body} onTab={onTab} form={form} onForm={setForm} />}
    </Drawer>
  )
}
