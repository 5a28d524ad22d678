import { createFileRoute } from '@tanstack/react-router'
import { RepPatientsScreen } from '#web/features/patients/rep-patients-screen.tsx'
import { readPatientSearch } from './-patient-search.ts'

export const Route = createFileRoute('/_app/patients')({ validateSearch: readPatientSearch, component: RepPatientsScreen })
