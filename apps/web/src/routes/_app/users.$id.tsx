import { createFileRoute } from '@tanstack/react-router'
import type { User } from '@vialdesk/contract/accounts'
import { type Role, roleOfMembership } from '@vialdesk/contract/roles'
import { mayOpenScreen, type ScreenPath, screenAccess } from '@vialdesk/contract/screens'
import { type UserTab, userTabNames } from '#web/entities/user/user-tabs.ts'
import { UserPage } from '#web/features/accounts/users/user-page.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { asOneOf, searchReader } from '#web/lib/url/search-params.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { useUserTabs } from './-user-tabs.tsx'

/** The lists of each kind of user. A reader may open one of them at most. */
const lists: { readonly [R in Role]?: readonly ScreenPath[] } = {
  patient: [
    '/all-patients',
    '/lab-patients',
    '/center-patients',
    '/patients',
    '/all-patients-team',
    '/all-manager-patients-team',
  ],
  harvest_center: ['/all-harvest-centers', '/harvest-centers', '/team-centers'],
  referral_harvest_center: ['/all-referral-centers', '/referral-harvest-centers', '/team-centers'],
  lab: ['/all-labs'],
  sales_rep: ['/all-sales', '/all-manager-sr-team'],
  sales_manager: ['/all-sales'],
  sales_distributor: ['/all-sales'],
  admin: ['/all-users'],
  hc_staff: ['/hc-staff-manager', '/staff-view'],
  observer: ['/observers'],
}

const listFor = (reader: Role | undefined) => (user: User) => {
  if (user.active === false) return { label: 'Inactive Users', to: '/inactive-users' }
  const role = roleOfMembership(user.subscription)
  const path = ((role && lists[role]) ?? []).find((each) => mayOpenScreen(each, reader))
  return path && { label: screenAccess[path].title, to: path }
}

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

const validateSearch = searchReader({ tab: asOneOf(...userTabNames) })

export const Route = createFileRoute('/_app/users/$id')({ validateSearch, component: UserRoute })
