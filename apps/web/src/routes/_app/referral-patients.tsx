import { createFileRoute } from '@tanstack/react-router'
import { AssociationRequests } from '#web/features/centers/association-requests.tsx'
import { ReferralPatientsScreen } from '#web/features/patients/referral-patients-screen.tsx'
import { drawerSearch, patientSearch } from '#web/lib/patient-search.ts'
import { searchOf } from '#web/lib/search-params.ts'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'

const validateSearch = searchOf({ ...patientSearch, ...drawerSearch })

const ReferralPatients = () => (
  <ReferralPatientsScreen onOpen={useOpenPatient()} requests={<AssociationRequests />}>
    <PatientDrawer />
  </ReferralPatientsScreen>
)

export const Route = createFileRoute('/_app/referral-patients')({ validateSearch, component: ReferralPatients })
