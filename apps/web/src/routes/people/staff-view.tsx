import { membershipIds } from '@vialdesk/contract/base/roles'
import { StaffViewScreen } from '#web/features/centers/staff-view-screen.tsx'
import { SignUpList } from '#web/features/onboarding/sign-ups/sign-up-list.tsx'

export const StaffView = () => (
  <StaffViewScreen
    waiting={
      <SignUpList
        title="Waiting for confirmation"
        lead="These people signed up with your link and have not confirmed their email yet. They have no access."
        status="pending"
        subscription={membershipIds.hc_staff}
        showsEmail
        hidesEmpty
      />
    }
  />
)
