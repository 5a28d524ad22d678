/** The actions of each role. Each leads to a screen with its form open. */
import {
  type Icon,
  IconBuildingPlus,
  IconCreditCard,
  IconCreditCardPay,
  IconEye,
  IconFileUpload,
  IconFolderPlus,
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
import type { Role } from '@vialdesk/contract/roles'
import type { ScreenPath } from '@vialdesk/contract/screens'

interface Action {
  title: string
  icon: Icon
  screen: ScreenPath
  /** The part of the address that opens the form. */
  form?: string
  roles: readonly Role[]
}

const centers = ['harvest_center', 'referral_harvest_center'] as const

export const actions: readonly Action[] = [
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

export const actionsOf = (role: Role | undefined) =>
  role === undefined ? [] : actions.filter(({ roles }) => roles.includes(role))

export const addressOf = ({ screen, form }: Action) => (form ? `${screen}?${form}` : screen)
