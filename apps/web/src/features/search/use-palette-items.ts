import {
  type Icon,
  IconBuildingPlus,
  IconCreditCard,
  IconCreditCardPay,
  IconEye,
  IconFileUpload,
  IconFolderPlus,
  IconKeyboard,
  IconLogout,
  IconMailPlus,
  IconMapPin,
  IconMicroscope,
  IconShoppingCart,
  IconSignature,
  IconTestPipe2,
  IconTicket,
  IconTruckDelivery,
  IconUserPlus,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Role } from '@vialdesk/contract/base/roles'
import type { ScreenPath } from '@vialdesk/contract/base/screens'
import { logOut } from '#web/lib/account/log-out.ts'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useValueAfterPause } from '#web/lib/browser/pauses.ts'
import { type PaletteScreen, showShellDialog } from '#web/lib/session/palette.ts'
import { useSession } from '#web/lib/session/session.ts'
import { matchesTitle, type PaletteItem, resultItems } from './palette-items.ts'
import { recentItems } from './recent.ts'

interface Action {
  title: string
  icon: Icon
  screen: ScreenPath
  /** The part of the address that opens the form. */
  form?: string
  roles: readonly Role[]
}

const centers = ['harvest_center', 'referral_harvest_center'] as const

/** The actions of each role. Each leads to a screen with its form open. */
const actions: readonly Action[] = [
  { title: 'Add patient', icon: IconUserPlus, screen: '/all-patients', form: 'add=patient', roles: ['admin'] },
  {
    title: 'Add harvest center',
    icon: IconBuildingPlus,
    screen: '/all-harvest-centers',
    form: 'add=harvest-center',
    roles: ['admin'],
  },
  {
    title: 'Add referral center',
    icon: IconBuildingPlus,
    screen: '/all-referral-centers',
    form: 'add=referral-center',
    roles: ['admin'],
  },
  { title: 'Add lab', icon: IconMicroscope, screen: '/all-labs', form: 'add=lab', roles: ['admin'] },
  { title: 'Add sales person', icon: IconUserPlus, screen: '/all-sales', form: 'add=sales', roles: ['admin'] },
  { title: 'Invite admin', icon: IconMailPlus, screen: '/all-users', form: 'add=admin', roles: ['admin'] },
  { title: 'Invite observer', icon: IconEye, screen: '/observers', form: 'add=new', roles: ['admin'] },
  { title: 'Add coupon', icon: IconTicket, screen: '/coupon-manager', form: 'add=new', roles: ['admin'] },
  { title: 'Add asset', icon: IconFolderPlus, screen: '/assets-manager', form: 'add=new', roles: ['admin'] },
  {
    title: 'Pay new patient fee',
    icon: IconUserPlus,
    screen: '/harvest-center/checkout/processing-fee',
    form: 'patient=new',
    roles: ['harvest_center'],
  },
  {
    title: 'Pay referral fee',
    icon: IconCreditCardPay,
    screen: '/harvest-center/checkout/harvest-fee',
    roles: ['referral_harvest_center'],
  },
  { title: 'Request signature', icon: IconSignature, screen: '/request-patients-signatures', roles: centers },
  { title: 'Request label', icon: IconTruckDelivery, screen: '/fedex-request-label', roles: ['harvest_center', 'hc_staff'] },
  { title: 'Request label', icon: IconTruckDelivery, screen: '/fedex-request-label-rhc', roles: ['referral_harvest_center'] },
  { title: 'Upload patient documents', icon: IconFileUpload, screen: '/upload-patient-documents', roles: centers },
  { title: 'Order products', icon: IconShoppingCart, screen: '/order', roles: centers },
  { title: 'Add location', icon: IconMapPin, screen: '/hc-locations', form: 'add=new', roles: [...centers, 'hc_staff'] },
  {
    title: 'Add card',
    icon: IconCreditCard,
    screen: '/hc-payments',
    form: 'add=new',
    roles: [...centers, 'hc_staff', 'patient'],
  },
  { title: 'Register vials', icon: IconTestPipe2, screen: '/vials', form: 'add=new', roles: ['lab', 'admin'] },
  { title: 'Add sales rep', icon: IconUserPlus, screen: '/add-sales-rep', roles: ['sales_manager'] },
  { title: 'Add sales manager', icon: IconUserPlus, screen: '/add-sales-manager', roles: ['sales_distributor'] },
]

const actionsOf = (role: Role | undefined) => (role === undefined ? [] : actions.filter(({ roles }) => roles.includes(role)))

const addressOf = ({ screen, form }: Action) => (form ? `${screen}?${form}` : screen)

/** Milliseconds after the last key before the server is asked. */
const SEARCH_DELAY = 150
/** The number of screens and actions that an empty palette shows. */
const MOST_ACTIONS = 8

const commands: PaletteItem[] = [
  { id: 'keys', group: 'Actions', title: 'Keyboard shortcuts', icon: IconKeyboard, act: () => showShellDialog('keys') },
  { id: 'log-out', group: 'Actions', title: 'Log out', icon: IconLogout, act: () => void logOut() },
]

function useLocalItems(screens: PaletteScreen[], text: string): PaletteItem[] {
  const role = useSession()?.role
  const actions = actionsOf(role).map((action) => {
    const path = addressOf(action)
    return { id: path, group: 'Actions', title: action.title, icon: action.icon, path }
  })
  const places = screens.map(({ path, label, icon, group }) => ({
    ...{ id: `screen ${path}`, group: 'Screens', title: label, icon, path },
    ...(group !== label && { context: group }),
  }))
  const own = [...actions, ...commands]
  if (text === '') return [...recentItems(), ...own.slice(0, MOST_ACTIONS), ...places]
  return [...own, ...places].filter(({ title }) => matchesTitle(title, text))
}

/** The lines for a text. Those of the earlier text stay while the server is asked. */
export function usePaletteItems(screens: PaletteScreen[], typed: string) {
  const text = typed.trim()
  const asked = useValueAfterPause(text, SEARCH_DELAY)
  const role = useSession()?.role
  const mayAsk = useMayCall('GET /api/v1/search/')
  const local = useLocalItems(screens, text)
  const query = useQuery({
    ...apiQuery('GET /api/v1/search/', { query: { search: asked } }),
    enabled: mayAsk && asked !== '' && text !== '',
    placeholderData: keepPreviousData,
    // A failed search is tried again by the reader, or with the next letter.
    retry: false,
    // Names of patients leave the memory soon.
    gcTime: 60_000,
  })
  const found = text === '' ? [] : resultItems(query.data?.results ?? [], role)
  const isWaiting = mayAsk && text !== '' && (text !== asked || query.isFetching)
  return { items: [...local, ...found], isWaiting, failed: text !== '' && query.isError && !isWaiting, retry: query.refetch }
}
