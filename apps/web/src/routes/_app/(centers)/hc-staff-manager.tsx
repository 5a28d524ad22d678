import { createFileRoute } from '@tanstack/react-router'
import { StaffCentersScreen } from '#web/features/centers/staff-centers-screen.tsx'

export const Route = createFileRoute('/_app/(centers)/hc-staff-manager')({ component: StaffCentersScreen })
