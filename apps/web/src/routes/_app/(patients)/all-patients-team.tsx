import { createFileRoute } from '@tanstack/react-router'
import { ManagerPatientsScreen } from '#web/features/patients/sales-patients-screens.tsx'

export const Route = createFileRoute('/_app/(patients)/all-patients-team')({
  component: ManagerPatientsScreen,
})
