import { createFileRoute } from '@tanstack/react-router'
import { DistributorPatientsScreen } from '#web/features/patients/team-patients-screen.tsx'
import { readPatientSearch } from './-patient-search.ts'

export const Route = createFileRoute('/_app/all-manager-patients-team')({
  validateSearch: readPatientSearch,
  component: DistributorPatientsScreen,
})
