import { createFileRoute } from '@tanstack/react-router'
import { UserPage } from '#web/features/accounts/users/user-page.tsx'
import { type UserTab, userTabNames } from '#web/features/accounts/users/user-tabs.ts'
import { asOneOf, searchReader } from '#web/lib/url/search-params.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserTabs } from './-user-tabs.tsx'

function UserRoute() {
  const id = Number(Route.useParams().id)
  const overlay = useOverlay<{ tab?: UserTab }>()
  const tabs = useUserTabs()
  return (
    <UserPage
      key={id}
      id={id}
      tabs={tabs}
      tab={overlay.shown.tab}
      onTab={(next) => overlay.update({ tab: next })}
    />
  )
}

const validateSearch = searchReader({ tab: asOneOf(...userTabNames) })

export const Route = createFileRoute('/_app/users/$id')({ validateSearch, component: UserRoute })
