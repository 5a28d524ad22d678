import { createFileRoute } from '@tanstack/react-router'
import { LabPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { useUserDrawer } from './-user-drawer.tsx'

function LabPatients() {
  const { onOpen, drawer } = useUserDrawer('lab')
  return <LabPatientsScreen onOpen={onOpen}>{drawer}</LabPatientsScreen>
}

export const Route = createFileRoute('/_app/lab-patients')({ component: LabPatients })
