/** A center's patients for its lab, with the drawer of the lab record. */
import { CenterPatientsScreen } from '#web/features/patients/center-patients-screen.tsx'
import { useUserDrawer } from '#web/routes/_app/(people)/-user-drawer.tsx'

export function LabCenterPatients({ lab, center }: { lab: number; center: number }) {
  const { onOpen, drawer } = useUserDrawer('lab')
  return (
    <CenterPatientsScreen lab={lab} center={center} onOpen={onOpen}>
      {drawer}
    </CenterPatientsScreen>
  )
}
