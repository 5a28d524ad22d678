import { createFileRoute } from '@tanstack/react-router'
import { LabPatientsScreen } from '#web/features/patients/all-patients-screen.tsx'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

const LabPatients = () => (
  <LabPatientsScreen onOpen={useOpenPatient()}>
    <PatientDrawer />
  </LabPatientsScreen>
)

export const Route = createFileRoute('/_app/lab-patients')({ component: LabPatients })
