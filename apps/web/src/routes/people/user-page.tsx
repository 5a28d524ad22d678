import { listFor } from '#web/entities/user/list-of-user.ts'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import { UserPage } from '#web/features/accounts/users/user-page.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserTabs } from './user-tabs.tsx'

export function UserRoute({ id }: { id: number }) {
  const overlay = useOverlay<{ tab?: UserTab }>()
  return (
    <UserPage
      id={id}
      tabs={useUserTabs()}
      tab={overlay.shown.tab ?? 'details'}
      onTab={(next) => overlay.update({ tab: next })}
      listOf={listFor(useSession()?.role)}
    />
  )
}
