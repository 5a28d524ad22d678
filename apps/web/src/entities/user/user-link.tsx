import { useQuery } from '@tanstack/react-query'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import type { ReactNode } from 'react'
import { scopeOfCall } from '#web/lib/account/use-may-call.ts'
import { request } from '#web/lib/api/request.ts'
import { useSession } from '#web/lib/session/session.ts'
import { RecordLink } from '#web/ui/text/record-link.tsx'

const OPENABLE = 'GET /api/v1/users/openable/'
/** The server's limit of ids in one request. */
const MOST_IDS = 200

interface Batch {
  ids: Set<number>
  openable: Promise<Set<number>>
}

let batch: Batch | undefined

async function requestBatch(ids: Set<number>): Promise<Set<number>> {
  await new Promise((resolve) => setTimeout(resolve))
  batch = undefined
  const answer = await request(OPENABLE, { query: { ids: [...ids].join(',') } })
  return new Set(answer)
}

async function isOpenable(id: number): Promise<boolean> {
  if (!batch || batch.ids.size >= MOST_IDS) {
    const ids = new Set<number>()
    batch = { ids, openable: requestBatch(ids) }
  }
  batch.ids.add(id)
  return (await batch.openable).has(id)
}

/**
 * Whether the reader may open a named user. A record may name a user that its reader may not see, or no longer: the server says
 * which names become links. The names of a screen are collected for a moment and asked for in one request.
 */
function useOpenableUser(id: number | null | undefined): boolean {
  const role = useSession()?.role
  const mayAsk = mayOpenScreen('/users/{id}', role) && scopeOfCall(OPENABLE, role) !== undefined
  const { data } = useQuery({
    queryKey: [OPENABLE, id],
    queryFn: () => isOpenable(id ?? 0),
    enabled: mayAsk && id != null,
    staleTime: 60_000,
    retry: false,
  })
  return data === true
}

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
