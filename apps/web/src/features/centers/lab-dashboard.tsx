import { useSession } from '#web/lib/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import { Section } from '#web/ui/section.tsx'
import { LabCenters } from './lab-centers.tsx'

/** The lab's day begins with its harvest centers. */
export default function LabDashboard() {
  const user = useSession()?.user
  if (!user) return null
  return (
    <Screen title={user.first_name ? `Welcome, ${user.first_name}` : 'Welcome'} lead={user.company}>
      <Section title="Your harvest centers" lead="Open one to see its patients.">
        <LabCenters lab={user.id} />
      </Section>
    </Screen>
  )
}
