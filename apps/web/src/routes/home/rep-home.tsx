/** The dashboard of a sales rep: the links, who signed up by them, and the numbers. */
import SalesRepDashboard from '#web/features/dashboards/sales/sales-rep-dashboard.tsx'
import { SignUpList } from '#web/features/onboarding/sign-ups/sign-up-list.tsx'

const signUps = <SignUpList title="Signed up by your link" lead="Centers that signed up with your referral links." />

export default function RepHome() {
  return <SalesRepDashboard signUps={signUps} />
}
