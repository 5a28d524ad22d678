import { createFileRoute } from '@tanstack/react-router'
import { RepPatientsScreen } from '#web/features/patients/rep-patients-screen.tsx'
import { searchOfPatients } from '#web/lib/patient-search.ts'

export const Route = createFileRoute('/_app/patients')({ validateSearch: searchOfPatients, component: RepPatientsScreen })
