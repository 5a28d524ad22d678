import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'

/** An invitation link that its child makes. An admin in the account of a center may have to confirm for it, so it is made on a click. */
export function LinkOnDemand({ children }: { children: ReactNode }) {
  const kind = useQuery(apiQuery('GET /auth/session/')).data?.kind
  const [isWanted, setWanted] = useState(false)
  if (kind === undefined) return <Skeleton h={58} />
  if (kind !== 'impersonation' || isWanted) return children
  return (
    <Button variant="default" onClick={() => setWanted(true)}>
      Show link
    </Button>
  )
}
