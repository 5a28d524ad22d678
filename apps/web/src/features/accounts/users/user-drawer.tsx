import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Loaded, LoadingPart } from '#web/ui/layout/loaded.tsx'
import { PartBoundary } from '#web/ui/layout/part-boundary.tsx'
import type { UserDetailsProps, UserFormName } from './user-details.tsx'

const Heading = lazyPart(() => import('./user-heading.tsx').then((module) => module.DrawerHeading))

type DetailsProps = Omit<UserDetailsProps, 'tabs'>

interface Props extends Omit<DetailsProps, 'user' | 'form' | 'onForm'> {
  /** Closed when undefined. */
  id: number | undefined
  /** The form that is open at first. */
  start?: UserFormName | undefined
  onClose: () => void
  /** The content of the drawer. It has many forms: a screen with a list should load it only when the drawer opens. */
  Details: ComponentType<DetailsProps>
}

type ContentProps = Omit<DetailsProps, 'user'> & Pick<Props, 'Details'> & { id: number }

function Content({ id, Details, ...details }: ContentProps) {
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id } }))
  return (
    <Suspense fallback={<LoadingPart loading="Loading Fields" />}>
      <Loaded query={query} loading="Loading Fields">
        {(user) => <Details {...details} user={user} />}
      </Loaded>
    </Suspense>
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
  return (
    <PartBoundary open={id !== undefined} onFail={onClose}>
      <DrawerOf
        of={id}
        onClose={onClose}
        title={
          <Suspense fallback="User">{data ? <Heading user={data} onForm={openForm} onRemoved={onClose} /> : 'User'}</Suspense>
        }
        size="xl"
        record={(shown) => ({ key: shown, path: `/users/${shown}` })}
      >
        {(shown) => <Content key={shown} id={shown} {...body} onTab={onTab} form={form} onForm={setForm} />}
      </DrawerOf>
    </PartBoundary>
  )
}
