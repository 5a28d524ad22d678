import { createFileRoute } from '@tanstack/react-router'
import { LabPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { useUserDrawer } from '#web/routes/_app/(people)/-user-drawer.tsx'

function LabPatients() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return <LabPatientsScreen onOpen={onOpen}>{drawer}</LabPatientsScreen>
}

export const Route = createFileRoute('/_app/(patients)/lab-patients')({ component: LabPatients })
