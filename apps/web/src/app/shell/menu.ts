/** The side menu of a role, from the table of screens. */
import {
  type Icon,
  IconAlertCircle,
  IconArrowsExchange,
  IconBooks,
  IconBuildingCommunity,
  IconBuildingHospital,
  IconCoins,
  IconCreditCard,
  IconCreditCardPay,
  IconEye,
  IconFileDollar,
  IconFileImport,
  IconFiles,
  IconFileText,
  IconFileUpload,
  IconFolders,
  IconHelpCircle,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconMapPin,
  IconMessages,
  IconMicroscope,
  IconPackage,
  IconPalette,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconShoppingCart,
  IconSignature,
  IconStack2,
  IconTag,
  IconTemplate,
  IconTestPipe2,
  IconTicket,
  IconTruckDelivery,
  IconUserCircle,
  IconUserCog,
  IconUserHeart,
  IconUserOff,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/base/screens'
import { homePath } from '#web/lib/session/home-path.ts'
import { viewerMayOpen } from '#web/lib/session/screen-verdict.ts'
import type { BrowserSession } from '#web/lib/session/session.ts'

/** Of screens with an icon of their own. */
const icons: { [Path in ScreenPath]?: Icon } = {
  '/conversations': IconMessages,
  '/all-patients': IconUserHeart,
  '/all-harvest-centers': IconBuildingHospital,
  '/all-referral-centers': IconBuildingCommunity,
  '/all-labs': IconMicroscope,
  '/all-sales': IconUsersGroup,
  '/referral-patients': IconArrowsExchange,
  '/request-patients-signatures': IconSignature,
  '/upload-patient-documents': IconFileUpload,
  '/patients-signatures': IconFileText,
  '/documents/patients': IconFileText,
  '/documents/harvest-centers': IconFiles,
  '/all-manager-sr-team': IconUsersGroup,
  '/vials': IconTestPipe2,
  '/referral-harvest-centers': IconBuildingCommunity,
  '/staff-view': IconUserCog,
  '/inactive-users': IconUserOff,
  '/hc-staff-manager': IconUserCog,
  '/rhc-manager': IconBuildingCommunity,
  '/harvest-center/checkout/processing-fee': IconUserPlus,
  '/harvest-center/checkout/harvest-fee': IconUserPlus,
  '/order': IconShoppingCart,
  '/checkout/patient-vials': IconTestPipe2,
  '/hc-payments': IconCreditCard,
  '/all-transaction-report': IconFileDollar,
  '/payments-to-review': IconAlertCircle,
  '/commissions': IconCoins,
  '/orders-to-ship': IconPackage,
  '/hc-locations': IconMapPin,
  '/fedex-request-label': IconTruckDelivery,
  '/fedex-request-label-rhc': IconTruckDelivery,
  '/fedex-requests': IconTruckDelivery,
  '/import': IconFileImport,
  '/settings': IconSettings,
  '/password': IconKey,
  '/contact': IconHelpCircle,
  '/coupon-manager': IconTicket,
  '/product-manager': IconTag,
  '/email-file-templates': IconTemplate,
  '/payment-settings': IconCreditCardPay,
  '/white-label-settings': IconPalette,
  '/assets-manager': IconFolders,
  '/observers': IconEye,
  '/mail-log': IconMail,
  '/audit': IconHistory,
  '/background-jobs': IconStack2,
  '/integrations': IconPlugConnected,
  '/resource-center': IconBooks,
}

type GroupName = NonNullable<ScreenAccess['menu']>
/** The groups in their order, with the icon of screens that have none of their own. */
const groupIcons: Record<GroupName, Icon> = {
  Overview: IconLayoutDashboard,
  People: IconUsers,
  Patients: IconUsers,
  Centers: IconBuildingHospital,
  Team: IconUserPlus,
  Sales: IconReceipt2,
  Money: IconReceipt2,
  Administration: IconSettings,
  Account: IconUserCircle,
}
const groups = Object.keys(groupIcons) as GroupName[]

export interface MenuEntry {
  path: string
  label: string
  icon: Icon
}
export interface MenuGroup {
  name: GroupName
  entries: MenuEntry[]
}

const screens = Object.entries(screenAccess) as [ScreenPath, ScreenAccess][]
/** Shorter labels for the menu. */
const shortLabels: { [Path in ScreenPath]?: string } = { '/harvest-centers': 'Harvest Centers' }
const labelOf = (path: ScreenPath, { title }: ScreenAccess) => shortLabels[path] ?? title.replace(/^Checkout - /, '')

/** The lab screen has the lab's id in its path, so the entry depends on the user. */
function labEntries(viewer: BrowserSession | undefined): MenuEntry[] {
  if (viewer?.role === 'lab') return [{ path: `/lab/${viewer.user.id}`, label: 'Harvest Centers', icon: IconBuildingHospital }]
  return viewer?.role === 'observer' ? [{ path: homePath(viewer), label: 'Lab', icon: IconMicroscope }] : []
}

/** The short menu of patients who may order vials, as specified. */
const vialBuyerGroups: { name: GroupName; paths: [path: ScreenPath, label: string][] }[] = [
  {
    name: 'Overview',
    paths: [
      ['/dashboard', 'Dashboard'],
      ['/checkout/patient-vials', 'Order Vials'],
    ],
  },
  {
    name: 'Account',
    paths: [
      ['/hc-payments', 'Payment Options'],
      ['/profile', 'Profile'],
      ['/password', 'Password'],
    ],
  },
]

const entryOf = (group: GroupName, path: ScreenPath, label: string): MenuEntry => ({
  path,
  label,
  icon: icons[path] ?? groupIcons[group],
})

const isVialBuyer = (viewer: BrowserSession | undefined) =>
  viewer?.role === 'patient' && viewer.user.tags.includes(VIAL_ORDERING_TAG)

export function menuGroups(viewer: BrowserSession | undefined): MenuGroup[] {
  if (isVialBuyer(viewer))
    return vialBuyerGroups.map(({ name, paths }) => ({ name, entries: paths.map(([path, label]) => entryOf(name, path, label)) }))
  return groups
    .map((name) => ({
      name,
      entries: [
        ...(name === 'Centers' ? labEntries(viewer) : []),
        ...screens
          .filter(([path, screen]) => screen.menu === name && viewerMayOpen(path, viewer))
          .map(([path, screen]) => entryOf(name, path, labelOf(path, screen))),
      ],
    }))
    .filter(({ entries }) => entries.length > 0)
}
