/** The table of all screens. Titles and roles are in the contract (screens.ts). */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { pathAfterLogin } from '#web/lib/session/home-path.ts'
import { safePath } from '#web/lib/session/redirect.ts'
import { session } from '#web/lib/session/session.ts'
import { asId, asText, searchReader } from '#web/lib/url/search-params.ts'
import { appTree } from './app-tree.ts'
import { readLoginSearch } from './login-search.ts'
import { root } from './root.tsx'
import { screensIn } from './screen.tsx'

const guest = createRoute({
  getParentRoute: () => root,
  id: '_guest',
  component: lazyRouteComponent(() => import('./frames.tsx'), 'AsGuest'),
})

const guestScreen = screensIn(guest)
const bySalesRep = searchReader({ srid: asText })
const bySalesRepAndCenter = searchReader({ srid: asText, hcid: asText })
const byCenter = searchReader({ hcid: asText })
const salesSignUp = () => import('#web/features/onboarding/sign-up/sales-sign-up-screen.tsx')

const login = createRoute({
  getParentRoute: () => guest,
  path: '/',
  validateSearch: readLoginSearch,
  beforeLoad: ({ search }) => {
    const viewer = session()
    if (viewer) throw redirect({ href: pathAfterLogin(viewer, safePath(search.redirect)), replace: true })
  },
  component: lazyRouteComponent(() => import('./login.tsx'), 'Login'),
})

const signUps = [
  guestScreen(
    '/admin-registration-process',
    'AdminSignUpScreen',
    () => import('#web/features/onboarding/sign-up/admin-sign-up-screen.tsx'),
  ),
  guestScreen('/harvest-center-registration', 'CenterSignUp', () => import('./center-sign-up.tsx'), {
    search: bySalesRep,
    needs: 'srid',
    props: (_, { srid }) => ({ srid: asId(srid) ?? 0 }),
  }),
  guestScreen('/referral-harvest-center-registration', 'ReferralCenterSignUp', () => import('./center-sign-up.tsx'), {
    search: bySalesRepAndCenter,
    needs: 'srid',
    props: (_, { srid, hcid }) => ({ srid: asId(srid) ?? 0, hcid: hcid === undefined ? hcid : (asId(hcid) ?? 0) }),
  }),
  guestScreen(
    '/hc-staff-registration',
    'StaffSignUpScreen',
    () => import('#web/features/onboarding/sign-up/staff-sign-up-screen.tsx'),
    {
      search: byCenter,
      needs: 'hcid',
      props: (_, { hcid }) => ({ hcid: asId(hcid) ?? 0 }),
    },
  ),
  guestScreen('/sales-rep-registration', 'SalesSignUpScreen', salesSignUp, { props: () => ({ kind: 'sales_rep' }) }),
  guestScreen('/sales-manager-registration', 'SalesSignUpScreen', salesSignUp, { props: () => ({ kind: 'sales_manager' }) }),
  guestScreen('/sales-distributor-registration', 'SalesSignUpScreen', salesSignUp, {
    props: () => ({ kind: 'sales_distributor' }),
  }),
  guestScreen(
    '/forgot-password',
    'ForgotPasswordScreen',
    () => import('#web/features/sessions/password/forgot-password-screen.tsx'),
  ),
  guestScreen('/set-password', 'SetPasswordScreen', () => import('#web/features/sessions/password/set-password-screen.tsx')),
  guestScreen(
    '/verify-email',
    'VerifyEmailScreen',
    () => import('#web/features/onboarding/verify-email/verify-email-screen.tsx'),
  ),
] as const

/** Pages of a whole window, with a frame of their own. */
const page = screensIn(root)
const readDocument = searchReader({ documentId: asText })
const documentLink = {
  search: readDocument,
  props: (_: object, { documentId }: ReturnType<typeof readDocument>) => ({ documentId }),
}
const readSigned = searchReader({ documentId: asText, signedBy: asText })
const signed = () => import('#web/features/signing/guest/signed-screens.tsx')

const pages = [
  page('/signing', 'SigningScreen', () => import('#web/features/signing/page/signing-screen.tsx')),
  page('/template-editor', 'TemplateEditorScreen', () => import('#web/features/template-editor/template-editor-screen.tsx')),
  page('/verify', 'VerifyScreen', () => import('#web/features/signing/guest/verify-screen.tsx')),
  page(
    '/sign-your-document',
    'SignYourDocumentScreen',
    () => import('#web/features/signing/guest/sign-your-document-screen.tsx'),
    documentLink,
  ),
  page('/signed-copy', 'SignedCopyScreen', () => import('#web/features/signing/guest/signed-copy-screen.tsx'), documentLink),
  page('/signed-completed-message', 'SignedScreen', signed, documentLink),
  page('/patient-signed-completed-message', 'PatientSignedScreen', signed, documentLink),
  page('/patient-signed-completed-message-from-email', 'SignedScreen', signed),
  page('/hc-signed-completed-message', 'CenterSignedScreen', signed, {
    search: readSigned,
    props: (_, { documentId, signedBy }) => ({ documentId, signedBy }),
  }),
] as const

export const routeTree = root.addChildren([appTree, guest.addChildren([login, ...signUps]), ...pages])
