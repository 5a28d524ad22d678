import { createFileRoute } from '@tanstack/react-router'
import { ManagerPatientsScreen } from '#web/features/patients/team-patients-screen.tsx'
import { readPatientSearch } from './-patient-search.ts'

export const Route = createFileRoute('/_app/all-patients-team')({
  validateSearch: readPatientSearch,
  component: ManagerPatientsScreen,
})
