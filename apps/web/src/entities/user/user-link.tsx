import type { ReactNode } from 'react'
import { RecordLink } from '#web/ui/text/record-link.tsx'
import { useOpenableUser } from './use-openable-user.ts'

interface Props {
  /** Without an id the name is plain text. */
  id: number | null | undefined
  name: ReactNode
}

/** The name of a patient, center, lab or other user, with a link to its page if the reader may open it. */
export function UserLink({ id, name }: Props) {
  const isOpenable = useOpenableUser(id)
  return <RecordLink to={isOpenable ? `/users/${id}` : undefined}>{name}</RecordLink>
}

/** The names of several users, separated by commas. */
export const UserLinkList = ({ users }: { users: { id: number; name: string }[] }) =>
  users.map(({ id, name }, place) => (
    <span key={id}>
      {place > 0 && ', '}
      <UserLink id={id} name={name} />
    </span>
  ))
