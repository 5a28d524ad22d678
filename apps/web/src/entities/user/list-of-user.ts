/** Where the breadcrumb of a user's page leads. */

import { type Role, roleOfMembership } from '@vialdesk/contract/base/roles'
import { mayOpenScreen, type ScreenPath, screenAccess } from '@vialdesk/contract/base/screens'
import type { User } from '@vialdesk/contract/people/accounts'

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

/** The list that a user's page is below for this reader. Undefined: none. */
export const listFor = (reader: Role | undefined) => (user: Pick<User, 'active' | 'subscription'>) => {
  if (user.active === false) return { label: 'Inactive Users', to: '/inactive-users' }
  const role = roleOfMembership(user.subscription)
  const path = ((role && lists[role]) ?? []).find((each) => mayOpenScreen(each, reader))
  return path && { label: screenAccess[path].title, to: path }
}
