import { SignUpDocument } from '#web/features/documents/signing/sign-up-document.tsx'
import { CenterSignUpScreen } from '#web/features/onboarding/sign-up/center-sign-up-screen.tsx'
import { useLinkSecret } from '#web/lib/url/use-link-secret.ts'

export const CenterSignUp = ({ srid }: { srid: number }) => (
  <CenterSignUpScreen kind="harvest_center" signing={SignUpDocument} srid={srid} />
)

export const ReferralCenterSignUp = (ids: { srid: number; hcid: number | undefined }) => (
  <CenterSignUpScreen kind="referral_harvest_center" signing={SignUpDocument} {...ids} linkKey={useLinkSecret()} />
)
