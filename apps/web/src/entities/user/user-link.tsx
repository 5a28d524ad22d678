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

interface Person {
  id: number
  first_name?: string | undefined
  last_name?: string | undefined
}

/** A person by first and last name; a dash without a name. */
export function PersonLink({ person: { id, first_name, last_name } }: { person: Person }) {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return name ? <UserLink id={id} name={name} /> : '—'
}
