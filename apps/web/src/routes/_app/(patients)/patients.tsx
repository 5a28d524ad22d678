import { createFileRoute } from '@tanstack/react-router'
import { RepPatientsScreen } from '#web/features/patients/sales-patients-screens.tsx'

export const Route = createFileRoute('/_app/(patients)/patients')({ component: RepPatientsScreen })
