import { createFileRoute } from '@tanstack/react-router'
import { ReferralPatientsScreen } from '#web/features/patients/referral-patients-screen.tsx'
import { searchOfPatients } from '#web/lib/patient-search.ts'

export const Route = createFileRoute('/_app/referral-patients')({
  validateSearch: searchOfPatients,
  component: ReferralPatientsScreen,
})
