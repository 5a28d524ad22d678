/** The screens in the frame of the portal: their paths, and the components that show them. Titles and roles are in the contract (screens.ts). */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiQuery } from '#web/lib/api/api.ts'
import { session } from '#web/lib/session/session.ts'
import { asOneOf, asText, searchReader } from '#web/lib/url/search-params.ts'
import { Dashboard } from './home/dashboard.tsx'
import { prefetchHome } from './home/home-data.ts'
import { homeOf } from './home/homes.ts'
import { root } from './root.tsx'
import { screensIn } from './screen.tsx'

const app = createRoute({
  getParentRoute: () => root,
  id: '_app',
  component: lazyRouteComponent(() => import('./frames.tsx'), 'AppFrame'),
  /** The shell is loaded together with the code of the screen. The server refuses its calls to a user without a role. */
  loader: async ({ context: { queryClient, Shell } }) => {
    if (session()?.role === undefined) return
    void queryClient.prefetchQuery(apiQuery('GET /auth/session/'))
    await Shell.preload()
  },
})

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  // Most pages begin here, and a file of its own would be one more to wait for.
  component: Dashboard,
  /** Starts to load code and data early. The shell does not wait for them. */
  loader: ({ context: { queryClient }, cause }) => {
    const viewer = session()
    if (!viewer) return
    void homeOf(viewer.role)?.Part.preload()
    // A link that is only pointed at reads no data: each read of patients is on the record.
    if (cause === 'enter') void prefetchHome(queryClient, viewer)
  },
})

const screen = screensIn(app)
const byId = { props: ({ id }: { id: string }) => ({ id: Number(id) }) }

const account = [
  screen('/profile', 'Profile', () => import('./account/profile.tsx')),
  screen('/hc-profile', 'Profile', () => import('./account/profile.tsx')),
  screen('/settings', 'Settings', () => import('./account/settings.tsx')),
  screen('/password', 'ChangePasswordScreen', () => import('#web/features/sessions/password/change-password-screen.tsx')),
  screen('/hc-payments', 'CardsScreen', () => import('#web/features/cards/cards-screen.tsx')),
  screen('/conversations', 'ConversationsScreen', () => import('#web/features/conversations/conversations-screen.tsx')),
  screen('/messages', 'MessagesScreen', () => import('#web/features/notices/messages-screen.tsx')),
  screen('/contact', 'ContactScreen', () => import('#web/features/notices/contact-screen.tsx')),
  screen('/unauthorized', 'UnauthorizedScreen', () => import('#web/features/sessions/guest/unauthorized-screen.tsx')),
  /** Every address without a screen. */
  screen('/$', 'NotFoundScreen', () => import('#web/features/sessions/guest/not-found-screen.tsx')),
] as const

const administration = [
  screen('/audit', 'AuditScreen', () => import('#web/features/audit/audit-screen.tsx')),
  screen('/background-jobs', 'JobsScreen', () => import('#web/features/operations/jobs-screen.tsx')),
  screen('/mail-log', 'MailLogScreen', () => import('#web/features/email/mail-log-screen.tsx')),
  screen('/integrations', 'Integrations', () => import('./administration/integrations.tsx')),
  screen('/white-label-settings', 'WhiteLabelSettings', () => import('./administration/white-label-settings.tsx')),
  screen('/email-file-templates', 'Templates', () => import('./administration/email-file-templates.tsx')),
  screen('/payment-settings', 'PaymentSettingsScreen', () => import('#web/features/payments/card-gateway.tsx')),
  screen('/assets-manager', 'AssetsScreen', () => import('#web/features/resources/assets/assets-screen.tsx')),
  screen('/product-manager', 'ProductsScreen', () => import('#web/features/products/products-screen.tsx')),
  screen('/coupon-manager', 'CouponsScreen', () => import('#web/features/coupons/coupons-screen.tsx')),
] as const

const people = [
  screen('/all-users', 'AllUsers', () => import('./people/all-users.tsx')),
  screen('/users/$id', 'UserRoute', () => import('./people/user-page.tsx'), byId),
  screen('/inactive-users', 'InactiveUsersScreen', () => import('#web/features/accounts/users/inactive-users-screen.tsx')),
  screen('/import', 'ImportScreen', () => import('#web/features/onboarding/import/import-screen.tsx')),
  screen('/observers', 'Observers', () => import('./people/observers.tsx')),
  screen('/staff-view', 'StaffView', () => import('./people/staff-view.tsx')),
  screen('/all-labs', 'AllLabs', () => import('./people/account-lists.tsx')),
  screen('/all-sales', 'AllSales', () => import('./people/account-lists.tsx')),
  screen('/all-harvest-centers', 'AllHarvestCenters', () => import('./people/account-lists.tsx')),
  screen('/all-referral-centers', 'AllReferralCenters', () => import('./people/account-lists.tsx')),
  screen('/all-patients', 'AllPatients', () => import('./people/account-lists.tsx')),
  screen('/add-sales-rep', 'AddToTeamScreen', () => import('#web/features/onboarding/add-account/add-to-team-screen.tsx'), {
    props: () => ({ kind: 'sales_rep' }),
  }),
  screen('/add-sales-manager', 'AddToTeamScreen', () => import('#web/features/onboarding/add-account/add-to-team-screen.tsx'), {
    props: () => ({ kind: 'sales_manager' }),
  }),
  screen('/all-manager-sr-team', 'TeamRepsScreen', () => import('#web/features/sales/teams.tsx')),
] as const

const centers = [
  screen('/harvest-centers', 'RepHarvestCentersScreen', () => import('#web/features/centers/rep-centers-screen.tsx')),
  screen('/referral-harvest-centers', 'RepReferralCentersScreen', () => import('#web/features/centers/rep-centers-screen.tsx')),
  screen('/team-centers', 'TeamCentersScreen', () => import('#web/features/centers/team-centers-screen.tsx')),
  screen('/hc-locations', 'LocationsScreen', () => import('#web/features/shipping/locations/locations-screen.tsx')),
  screen('/hc-staff-manager', 'StaffCentersScreen', () => import('#web/features/centers/staff-centers-screen.tsx')),
  screen('/rhc-manager', 'AssociationsScreen', () => import('#web/features/centers/associations-screen.tsx')),
  screen('/lab/{-$id}', 'LabScreen', () => import('#web/features/centers/lab-screen.tsx'), {
    props: ({ id }) => ({ id: id === undefined ? id : Number(id) }),
  }),
] as const

const patients = [
  screen('/patients', 'RepPatientsScreen', () => import('#web/features/patients/sales-patients-screens.tsx')),
  screen('/all-patients-team', 'ManagerPatientsScreen', () => import('#web/features/patients/sales-patients-screens.tsx')),
  screen(
    '/all-manager-patients-team',
    'DistributorPatientsScreen',
    () => import('#web/features/patients/sales-patients-screens.tsx'),
  ),
  screen('/center-patients', 'CenterPatients', () => import('./people/patient-lists.tsx')),
  screen('/lab-patients', 'LabPatients', () => import('./people/patient-lists.tsx')),
  screen('/referral-patients', 'ReferralPatients', () => import('./people/referral-patients.tsx')),
  screen('/lab/$lab_id/harvest-center/$harvestcenter_id', 'LabCenterPatients', () => import('./people/patient-lists.tsx'), {
    props: ({ lab_id, harvestcenter_id }) => ({ lab: Number(lab_id), center: Number(harvestcenter_id) }),
  }),
  screen('/vials', 'VialsScreen', () => import('#web/features/vials/list/vials-screen.tsx')),
  screen('/vials/$code', 'VialScreen', () => import('#web/features/vials/vial/vial-screen.tsx'), { props: (params) => params }),
  screen('/trace/$id', 'TraceScreen', () => import('#web/features/vials/trace/trace-screen.tsx'), byId),
] as const

const documents = [
  screen(
    '/documents/harvest-centers',
    'CenterDocumentsScreen',
    () => import('#web/features/documents/admin/center-documents-screen.tsx'),
  ),
  screen('/documents/patients', 'AllDocumentsScreen', () => import('#web/features/documents/admin/all-documents-screen.tsx')),
  screen('/document/$document_id', 'DocumentScreen', () => import('#web/features/documents/single/document-screen.tsx'), {
    props: ({ document_id }) => ({ documentId: document_id }),
  }),
  screen(
    '/patients-signatures',
    'PatientSignaturesScreen',
    () => import('#web/features/documents/center/patient-signatures-screen.tsx'),
  ),
  screen(
    '/request-patients-signatures',
    'RequestSignatureScreen',
    () => import('#web/features/documents/center/request-signature-screen.tsx'),
  ),
  screen(
    '/upload-patient-documents',
    'UploadDocumentsScreen',
    () => import('#web/features/documents/center/upload-documents-screen.tsx'),
  ),
  screen('/resource-center', 'ResourceCenterScreen', () => import('#web/features/resources/center/resource-center-screen.tsx')),
] as const

const fee = { search: searchReader({ patient: asOneOf('new'), invoice: asText }) }
const search = searchReader({ invoice: asText })
const checkout = () => import('#web/features/checkout/form/checkout-screen.tsx')

const orders = [
  screen('/order', 'OrderScreen', () => import('#web/features/checkout/order/order-screen.tsx')),
  screen('/harvest-center/checkout/processing-fee', 'ProcessingFeeScreen', checkout, fee),
  screen('/harvest-center/checkout/harvest-fee', 'ReferralFeeScreen', checkout, fee),
  screen('/checkout/patient-vials', 'PatientVialsScreen', checkout, { search }),
  screen('/harvest-center/checkout/product/{-$id}', 'Product', () => import('./orders/product.tsx'), {
    search,
    props: ({ id }) => ({ id }),
  }),
  screen('/orders-to-ship', 'OrdersScreen', () => import('#web/features/orders/orders-screen.tsx')),
  screen('/orders/$id', 'OrderScreen', () => import('#web/features/orders/order-content.tsx'), byId),
  screen('/fedex-request-label', 'RequestLabelScreen', () => import('#web/features/shipping/request/request-label-screen.tsx'), {
    props: () => ({ kind: 'harvest_center' }),
  }),
  screen(
    '/fedex-request-label-rhc',
    'RequestLabelScreen',
    () => import('#web/features/shipping/request/request-label-screen.tsx'),
    {
      props: () => ({ kind: 'referral_harvest_center' }),
    },
  ),
  screen('/fedex-requests', 'LabelRequestsScreen', () => import('#web/features/shipping/labels/label-requests-screen.tsx')),
  screen('/labels/$id', 'LabelScreen', () => import('#web/features/shipping/labels/label-screen.tsx'), byId),
] as const

const sales = [
  screen(
    '/all-transaction-report',
    'AllTransactionsScreen',
    () => import('#web/features/transactions/all-transactions-screen.tsx'),
  ),
  screen('/my-transaction-report', 'RepTransactions', () => import('./orders/transactions.tsx')),
  screen('/team-transaction-report', 'ManagerTransactions', () => import('./orders/transactions.tsx')),
  screen('/manager-teams-transaction-report', 'DistributorTransactions', () => import('./orders/transactions.tsx')),
  screen('/hc-transaction-history', 'TransactionHistory', () => import('./orders/transactions.tsx')),
  screen('/receipt/$id', 'ReceiptRoute', () => import('./orders/receipt.tsx'), byId),
  screen('/commissions', 'CommissionsScreen', () => import('#web/features/commissions/commissions-screen.tsx')),
  screen(
    '/payments-to-review',
    'PaymentsToReviewScreen',
    () => import('#web/features/checkout/review/payments-to-review-screen.tsx'),
  ),
] as const

export const appTree = app.addChildren([
  dashboard,
  ...account,
  ...administration,
  ...people,
  ...centers,
  ...patients,
  ...documents,
  ...orders,
  ...sales,
])
