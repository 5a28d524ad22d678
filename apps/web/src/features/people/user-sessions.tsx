import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@vialdesk/contract/people/accounts'
import { SessionItem, SessionList, SessionSkeleton } from '#web/entities/session/session-list.tsx'
import { userTitle } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useSession } from '#web/lib/session/session.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'

function SignOutButton({ user, isSelf }: { user: User; isSelf: boolean }) {
  const end = useAction('POST /api/v1/users/{id}/end-sessions/')
  const ask = async () => {
    const question = {
      title: `Sign out ${userTitle(user)} everywhere?`,
      consequence: isSelf
        ? 'You stay signed in on this device only. Unsaved changes on other devices are lost.'
        : 'The user must log in again on all devices. Unsaved changes there are lost.',
      verb: 'Sign out',
      danger: true,
    }
    if (await confirm(question)) end.mutate({ params: { id: user.id } })
  }
  return (
    <Button variant="default" loading={end.isPending} onClick={() => void ask()}>
      Sign out everywhere
    </Button>
  )
}

/** The sessions of a user, for admins. */
export function UserSessions({ user }: { user: User }) {
  const query = useQuery(apiQuery('GET /api/v1/users/{id}/sessions/', { params: { id: user.id } }))
  const isSelf = useSession()?.user.id === user.id
  return (
    <Loaded query={query} skeleton={<SessionSkeleton />} loading="Loading sessions...">
      {({ sessions }) =>
        sessions.length === 0 ? (
          <EmptyState title="No sessions" hint="This user is not logged in on any device." />
        ) : (
          <Stack gap="md" align="flex-start">
            <Text c="dimmed">The devices where this user is logged in.</Text>
            <SessionList label="Sessions">
              {sessions.map((row) => (
                <SessionItem key={row.id} row={row} />
              ))}
            </SessionList>
            <SignOutButton user={user} isSelf={isSelf} />
          </Stack>
        )
      }
    </Loaded>
  )
}
