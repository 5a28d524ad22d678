import { IconMicroscope } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { homePath } from '#web/lib/session/home-path.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { LabCenters, useLabCenters } from './lab-centers.tsx'

const leadByRole = {
  harvest_center: 'The lab that processes the tissue of your patients. Only your own center is shown.',
  observer: 'The harvest centers of the lab that you follow.',
  lab: 'The harvest centers whose tissue you process. Open a center to see its patients.',
  admin: 'The harvest centers of this lab. Open a center to see its patients.',
}

function OneLab({ id }: { id: number }) {
  const role = useSession()?.role
  const company = useLabCenters(id).data?.lab.company
  usePageTitle(company)
  return (
    <Screen title={company || 'Lab'} lead={leadByRole[role as keyof typeof leadByRole]}>
      <LabCenters lab={id} />
    </Screen>
  )
}

/** Observers have no dashboard, so a missing lab is explained here. */
function NoLab() {
  return (
    <Screen title="Lab">
      <EmptyState
        icon={IconMicroscope}
        title="No lab is assigned to you yet"
        hint="After an admin assigns a lab to you, its harvest centers appear here."
      />
    </Screen>
  )
}

/** A lab and its harvest centers. Without a lab id, users go to their dashboard and observers to their own lab. */
export function LabScreen({ id }: { id: number | undefined }) {
  const session = useSession()
  if (id !== undefined) return <OneLab key={id} id={id} />
  if (session?.role === 'observer' && !session.user.lab_id) return <NoLab />
  return <Navigate to={session ? homePath(session) : '/'} replace />
}
