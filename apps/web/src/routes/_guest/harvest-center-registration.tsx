import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignUpDocument } from '#web/features/documents/signing/sign-up-document.tsx'
import { CenterSignUpScreen } from '#web/features/onboarding/sign-up/center-sign-up-screen.tsx'
import { asId, asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ srid: asText })

export const Route = createFileRoute('/_guest/harvest-center-registration')({
  validateSearch,
  beforeLoad: ({ search }) => {
    if (search.srid === undefined) throw redirect({ to: '/', replace: true })
  },
  component: () => <CenterSignUpScreen kind="harvest_center" signing={SignUpDocument} srid={asId(Route.useSearch().srid) ?? 0} />,
})
