import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignUpDocument } from '#web/features/documents/signing/sign-up-document.tsx'
import { CenterSignUpScreen } from '#web/features/onboarding/sign-up/center-sign-up-screen.tsx'
import { asId, asText, searchReader } from '#web/lib/url/search-params.ts'
import { useLinkSecret } from '#web/lib/url/use-link-secret.ts'

const validateSearch = searchReader({ srid: asText, hcid: asText })

function ReferralCenterSignUp() {
  const { srid, hcid } = Route.useSearch()
  return (
    <CenterSignUpScreen
      kind="referral_harvest_center"
      signing={SignUpDocument}
      srid={asId(srid) ?? 0}
      hcid={hcid === undefined ? hcid : (asId(hcid) ?? 0)}
      linkKey={useLinkSecret()}
    />
  )
}

export const Route = createFileRoute('/_guest/referral-harvest-center-registration')({
  validateSearch,
  beforeLoad: ({ search }) => {
    if (search.srid === undefined) throw redirect({ to: '/', replace: true })
  },
  component: ReferralCenterSignUp,
})
