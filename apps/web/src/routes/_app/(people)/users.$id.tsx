import { createFileRoute } from '@tanstack/react-router'
import { listFor } from '#web/entities/user/list-of-user.ts'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import { UserPage } from '#web/features/accounts/users/user-page.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserTabs } from './-user-tabs.tsx'

function UserRoute() {
  const id = Number(Route.useParams().id)
  const overlay = useOverlay<{ tab?: UserTab }>()
  return (
    <UserPage
      key={id}
      id={id}
      tabs={useUserTabs()}
      tab={overlay.shown.tab ?? 'details'}
      onTab={(next) => overlay.update({ tab: next })}
      listOf={listFor(useSession()?.role)}
    />
  )
}

export const Route = createFileRoute('/_app/(people)/users/$id')({ component: UserRoute })
