import { createFileRoute } from '@tanstack/react-router'
import { DistributorPatientsScreen } from '#web/features/patients/sales-patients-screens.tsx'

export const Route = createFileRoute('/_app/(patients)/all-manager-patients-team')({
  component: DistributorPatientsScreen,
})
