import { createFileRoute } from '@tanstack/react-router'
import { LabPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { searchReader } from '#web/lib/url/search-params.ts'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'
import { allPatientsSearchKeys, drawerSearchKeys } from './-patient-search.ts'

const validateSearch = searchReader({ ...allPatientsSearchKeys, ...drawerSearchKeys })

const LabPatients = () => (
  <LabPatientsScreen onOpen={useOpenPatient()}>
    <PatientDrawer />
  </LabPatientsScreen>
)

export const Route = createFileRoute('/_app/lab-patients')({ validateSearch, component: LabPatients })
