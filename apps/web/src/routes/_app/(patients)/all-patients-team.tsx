import { createFileRoute } from '@tanstack/react-router'
import { ManagerPatientsScreen } from '#web/features/patients/team-patients-screen.tsx'

export const Route = createFileRoute('/_app/(patients)/all-patients-team')({
  component: ManagerPatientsScreen,
})
