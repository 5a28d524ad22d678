import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '@vialdesk/contract/accounts'
import { ask } from '#web/lib/api.ts'
import { useLast } from '#web/lib/use-last.ts'
import { roleName, titleOfUser } from '#web/lib/user-words.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { StageBadge } from '#web/ui/stage-badge.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { UserBody, type UserBodyProps } from './user-body.tsx'

interface Props extends Omit<UserBodyProps, 'user'> {
  /** Whom to show; nobody without one. */
  id: number | undefined
  onClose: () => void
}

function Heading({ user }: { user: User | undefined }) {
  if (!user) return <>User</>
  return (
    <Group gap="xs">
      <Text span fw={600} fz="lg">
        {titleOfUser(user)}
      </Text>
      <StatusBadge meaning="neutral">{roleName(user.subscription)}</StatusBadge>
      {user.stage && <StageBadge stage={user.stage} />}
      {user.active === false && <StatusBadge meaning="bad">Inactive</StatusBadge>}
    </Group>
  )
}

function Content({ id, ...body }: Omit<UserBodyProps, 'user'> & { id: number }) {
  const query = useQuery(ask('GET /api/v1/users/{id}/', { params: { id } }))
  return <Loaded query={query}>{(user) => <UserBody {...body} user={user} />}</Loaded>
}

/** Everything about one user, beside the list that it came from. */
export function UserDrawer({ id, onClose, ...body }: Props) {
  const last = useLast(id)
  const { data } = useQuery({ ...ask('GET /api/v1/users/{id}/', { params: { id: last ?? 0 } }), enabled: id !== undefined })
  return (
    <Sheet opened={id !== undefined} onClose={onClose} title={<Heading user={data} />} size="xl">
      {last !== undefined && <Content key={last} id={last} {...body} />}
    </Sheet>
  )
}
