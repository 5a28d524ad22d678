/** Who may open each screen, from the requirements and not from the code. `everywhere/screens.spec.ts` opens them in a browser. */
import { expect, test } from 'vitest'
import { membershipIds, type Role } from './roles.ts'
import { mayOpenScreen, type ScreenPath, screenAccess } from './screens.ts'

const letters: Record<string, Role> = {
  A: 'admin',
  L: 'lab',
  P: 'patient',
  R: 'sales_rep',
  M: 'sales_manager',
  D: 'sales_distributor',
  H: 'harvest_center',
  F: 'referral_harvest_center',
  S: 'hc_staff',
  O: 'observer',
}
const ALL = 'ALPRMDHFS'

/** One letter for each role; `guest`: everybody. */
const table: Record<ScreenPath, string> = {
  '/': 'guest',
  '/forgot-password': 'guest',
  '/set-password': 'guest',
  '/verify-email': 'guest',
  '/unauthorized': 'guest',
  '/sales-rep-registration': 'guest',
  '/sales-manager-registration': 'guest',
  '/sales-distributor-registration': 'guest',
  '/admin-registration-process': 'guest',
  '/harvest-center-registration': 'guest',
  '/hc-staff-registration': 'guest',
  '/referral-harvest-center-registration': 'guest',
  '/sign-your-document': 'guest',
  '/signed-completed-message': 'guest',
  '/patient-signed-completed-message': 'guest',
  '/patient-signed-completed-message-from-email': 'guest',
  '/hc-signed-completed-message': 'guest',
  '/signed-copy': 'guest',
  '/verify': 'guest',
  '/signing': 'guest',
  '/template-editor': 'guest',

  '/dashboard': ALL,
  '/resource-center': ALL,
  '/password': ALL,
  '/profile': ALL,
  '/contact': ALL,
  '/conversations': 'PHF',
  '/messages': ALL,
  '/settings': ALL,

  '/hc-profile': 'HS',
  // Of the specification: memberships 4 and 11; and labs themselves and admins.
  '/lab/{id?}': 'LHAO',
  '/lab/{lab_id}/harvest-center/{harvestcenter_id}': 'LA',
  '/hc-locations': 'HFS',
  '/hc-payments': 'HFSP',
  '/harvest-centers': 'R',
  '/referral-harvest-centers': 'R',
  '/patients': 'R',
  '/my-transaction-report': 'R',
  '/add-sales-rep': 'M',
  '/team-transaction-report': 'M',
  '/all-patients-team': 'M',
  '/all-manager-sr-team': 'D',
  '/all-manager-patients-team': 'D',
  '/add-sales-manager': 'D',
  '/manager-teams-transaction-report': 'D',
  // Staff open these inside a center, as the center.
  '/request-patients-signatures': 'HF',
  '/upload-patient-documents': 'HF',
  '/patients-signatures': 'HF',
  // Referral centers have their own purchases there.
  '/hc-transaction-history': 'HF',
  '/referral-patients': 'H',
  '/staff-view': 'H',
  '/fedex-request-label': 'HS',
  '/fedex-request-label-rhc': 'F',
  '/all-users': 'A',
  '/all-patients': 'A',
  '/all-harvest-centers': 'A',
  '/all-referral-centers': 'A',
  '/all-labs': 'A',
  '/all-sales': 'A',
  '/lab-patients': 'L',
  '/team-centers': 'MD',
  '/center-patients': 'HF',
  '/all-transaction-report': 'A',
  '/documents/patients': 'A',
  '/documents/harvest-centers': 'A',
  '/coupon-manager': 'A',
  '/inactive-users': 'A',
  '/fedex-requests': 'A',
  '/assets-manager': 'A',
  '/product-manager': 'A',
  '/hc-staff-manager': 'A',
  '/rhc-manager': 'A',
  '/white-label-settings': 'A',
  '/harvest-center/checkout/processing-fee': 'H',
  '/harvest-center/checkout/harvest-fee': 'F',
  '/harvest-center/checkout/product/{id?}': 'HF',
  '/checkout/patient-vials': 'P',

  '/order': 'HF',
  '/orders-to-ship': 'AL',
  '/document/{document_id}': 'APLHFS',
  '/receipt/{id}': 'AHFP',
  '/users/{id}': 'ALRMDHFS',
  '/labels/{id}': 'AHFS',
  '/orders/{id}': 'AL',
  '/vials': 'LA',
  '/vials/{code}': 'LAHFS',
  '/trace/{id}': 'LA',
  '/commissions': 'ARMD',
  '/email-file-templates': 'A',
  '/payments-to-review': 'A',
  '/payment-settings': 'A',
  '/observers': 'A',
  '/mail-log': 'A',
  '/audit': 'A',
  '/background-jobs': 'A',
  '/integrations': 'A',
  '/import': 'A',
}

test.each(Object.entries(table) as [ScreenPath, string][])('%s is open to %s only', (screen, openTo) => {
  const roles = Object.keys(membershipIds) as Role[]
  const expected = openTo === 'guest' ? roles : roles.filter((role) => [...openTo].some((letter) => letters[letter] === role))
  expect(roles.filter((role) => mayOpenScreen(screen, role))).toEqual(expected)
  expect(mayOpenScreen(screen, undefined)).toBe(openTo === 'guest')
})

test('every screen has a row in this test', () => {
  expect(Object.keys(screenAccess).sort()).toEqual(Object.keys(table).sort())
})
