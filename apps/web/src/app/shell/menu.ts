/** The side menu: what the table of screens lists for a role, in named groups. */

import {
  type Icon,
  IconAlertCircle,
  IconArrowsExchange,
  IconCreditCard,
  IconFileDollar,
  IconKey,
  IconLayoutDashboard,
  IconPoint,
  IconReceipt2,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { mayOpen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/access'
import type { Role } from '@vialdesk/contract/roles'

const icons: { [Path in ScreenPath]?: Icon } = {
  '/dashboard': IconLayoutDashboard,
  '/patients': IconUsers,
  '/all-patients-team': IconUsers,
  '/all-manager-patients-team': IconUsers,
  '/referral-patients': IconArrowsExchange,
  '/all-manager-sr-team': IconUsersGroup,
  '/my-transaction-report': IconReceipt2,
  '/harvest-center/checkout/processing-fee': IconCreditCard,
  '/hc-transaction-history': IconReceipt2,
  '/all-transaction-report': IconFileDollar,
  '/payments-to-review': IconAlertCircle,
  '/password': IconKey,
}

type GroupName = NonNullable<ScreenAccess['menu']>
const groups: GroupName[] = ['Overview', 'Patients', 'Centers', 'Team', 'Sales', 'Money', 'Administration', 'Account']

export interface MenuEntry {
  path: ScreenPath
  label: string
  icon: Icon
}
export interface MenuGroup {
  name: GroupName
  entries: MenuEntry[]
}

const screens = Object.entries(screenAccess) as [ScreenPath, ScreenAccess][]
/** In a menu the checkout's name says enough. */
const labelOf = ({ title }: ScreenAccess) => title.replace(/^Checkout - /, '')

export function menuOf(role: Role | undefined): MenuGroup[] {
  return groups
    .map((name) => ({
      name,
      entries: screens
        .filter(([path, screen]) => screen.menu === name && mayOpen(path, role))
        .map(([path, screen]) => ({ path, label: labelOf(screen), icon: icons[path] ?? IconPoint })),
    }))
    .filter(({ entries }) => entries.length > 0)
}
