import { createFileRoute } from '@tanstack/react-router'
import { ManagerPatientsScreen } from '#web/features/patients/team-patients-screen.tsx'
import { searchOfPatients } from '#web/lib/patient-search.ts'

export const Route = createFileRoute('/_app/all-patients-team')({
  validateSearch: searchOfPatients,
  component: ManagerPatientsScreen,
})
