import { membershipIds } from '@vialdesk/contract/base/roles'
import { AssociationRequests } from '#web/features/centers/association-requests.tsx'
import { SignUpList } from '#web/features/onboarding/sign-ups/sign-up-list.tsx'
import { ReferralPatientsScreen } from '#web/features/patients/referral-patients-screen.tsx'
import { useUserDrawer } from './user-drawer.tsx'

export function ReferralPatients() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return (
    <ReferralPatientsScreen
      onOpen={onOpen}
      requests={
        <>
          <SignUpList
            title="Signed up by your link"
            lead="Referral harvest centers that signed up with your sign-up link."
            subscription={membershipIds.referral_harvest_center}
            showsEmail
            hidesEmpty
          />
          <AssociationRequests />
        </>
      }
    >
      {drawer}
    </ReferralPatientsScreen>
  )
}
