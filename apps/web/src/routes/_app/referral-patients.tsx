import { createFileRoute } from '@tanstack/react-router'
import { AssociationRequests } from '#web/features/centers/association-requests.tsx'
import { ReferralPatientsScreen } from '#web/features/patients/referral-patients-screen.tsx'
import { searchReader } from '#web/lib/url/search-params.ts'
import { PatientDrawer, useOpenPatient } from './-patient-drawer.tsx'
import { drawerSearchKeys, patientSearchKeys } from './-patient-search.ts'

const validateSearch = searchReader({ ...patientSearchKeys, ...drawerSearchKeys })

const ReferralPatients = () => (
  <ReferralPatientsScreen onOpen={useOpenPatient()} requests={<AssociationRequests />}>
    <PatientDrawer />
  </ReferralPatientsScreen>
)

export const Route = createFileRoute('/_app/referral-patients')({ validateSearch, component: ReferralPatients })
