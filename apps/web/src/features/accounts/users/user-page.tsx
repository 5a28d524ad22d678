import { Group, Skeleton, Stack } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { User } from '@vialdesk/contract/people/accounts'
import { useState } from 'react'
import { userTitle } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { isMissing } from '#web/lib/errors/api-error.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { FactsHeadingLevel } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { MissingRecord } from '#web/ui/layout/missing-record.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { UserDetails, type UserDetailsProps, type UserFormName } from './user-details.tsx'
import { UserActions, UserBadges } from './user-heading.tsx'

interface Props extends Omit<UserDetailsProps, 'user' | 'form' | 'onForm'> {
  id: number
  /** The list that the breadcrumb leads to. */
  listOf: (user: User) => { label: string; to: string } | undefined
}

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={36} w={360} maw="100%" />
    <Skeleton h={220} />
  </Stack>
)

const NotFound = () => (
  <MissingRecord
    screen="User"
    icon={IconUserQuestion}
    title="Nobody found here"
    reason="The account was removed, or you do not have access to it."
  />
)

/** Browsers keep titles in their history, so a patient's has no name. */
const pageTitleOf = (user: User) => (user.subscription === membershipIds.patient ? `Patient ${user.id}` : userTitle(user))

/** One user on a page of its own, with the tabs of the drawer. */
export function UserPage({ id, listOf, onTab, ...body }: Props) {
  const router = useRouter()
  const [form, setForm] = useState<UserFormName>()
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/', { params: { id } }))
  const user = query.data
  usePageTitle(user && pageTitleOf(user))
  if (isMissing(query.error)) return <NotFound />
  const list = user && listOf(user)
  const openForm = (next: UserFormName) => {
    setForm(next)
    onTab('details')
  }
  const actions = user && (
    <Group gap="xs">
      <UserBadges user={user} />
      <UserActions user={user} onForm={openForm} onRemoved={() => router.history.push(list?.to ?? '/dashboard')} />
    </Group>
  )
  return (
    <Screen
      title={user ? <bdi>{userTitle(user)}</bdi> : 'User'}
      breadcrumbs={[list ?? { label: 'Dashboard', to: '/dashboard' }]}
      actions={actions}
    >
      <Loaded query={query} skeleton={skeleton}>
        {(loaded) => (
          <FactsHeadingLevel value={2}>
            <UserDetails {...body} user={loaded} onTab={onTab} form={form} onForm={setForm} />
          </FactsHeadingLevel>
        )}
      </Loaded>
    </Screen>
  )
}
