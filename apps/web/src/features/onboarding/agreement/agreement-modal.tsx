import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { scopeOfCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useAccept } from './use-accept.ts'

/**
 * Everyone accepts the agreement except admins and observers, who see no patient. It is not asked during an impersonation,
 * because only the owner can accept it.
 */
function useMustAccept(): { userId: number | undefined; open: boolean } {
  const session = useSession()
  const current = useQuery(apiQuery('GET /auth/session/'))
  const role = session?.role
  const mayAccept = scopeOfCall('POST /api/v1/utilities/accept-agreement/{id}/', role) !== undefined && role !== 'admin'
  const isRequired = mayAccept && current.data?.kind === 'own' && !current.data.two_step_due
  const userId = session?.user.id
  const agreement = useQuery({
    ...apiQuery('GET /api/v1/utilities/check-agreement/{id}/', { params: { id: userId ?? 0 } }),
    enabled: isRequired && userId !== undefined,
    staleTime: 60_000,
  })
  return { userId, open: isRequired && agreement.data?.accepted === false }
}

/** Few users must still accept, so that the others need not load it. */
const Dialog = lazyPart(() => import('./agreement-dialog.tsx').then((module) => module.AgreementDialog))

/** Blocks every screen until the user accepts or logs out. */
export function AgreementModal() {
  const { userId, open } = useMustAccept()
  const accept = useAccept(userId)
  const opened = open || accept.thanking
  const wasOpened = useLatestValue(opened || undefined)
  return <Suspense>{wasOpened && <Dialog opened={opened} accept={accept} />}</Suspense>
}
