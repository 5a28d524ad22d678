import { createFileRoute, redirect } from '@tanstack/react-router'
import { StaffSignUpScreen } from '#web/features/onboarding/sign-up/staff-sign-up-screen.tsx'
import { asId, asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ hcid: asText })

function StaffSignUp() {
  const { hcid } = Route.useSearch()
  return <StaffSignUpScreen hcid={asId(hcid) ?? 0} />
}

export const Route = createFileRoute('/_guest/hc-staff-registration')({
  validateSearch,
  beforeLoad: ({ search }) => {
    if (search.hcid === undefined) throw redirect({ to: '/', replace: true })
  },
  component: StaffSignUp,
})
