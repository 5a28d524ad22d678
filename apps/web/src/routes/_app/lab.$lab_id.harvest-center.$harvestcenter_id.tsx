import { createFileRoute } from '@tanstack/react-router'
import { searchReader } from '#web/lib/url/search-params.ts'
import { LabCenterPatients } from './-lab-center-patients.tsx'
import { drawerSearchKeys, patientSearchKeys } from './-patient-search.ts'

const validateSearch = searchReader({ ...patientSearchKeys, ...drawerSearchKeys })

function LabCenterRoute() {
  const { lab_id, harvestcenter_id } = Route.useParams()
  return <LabCenterPatients lab={Number(lab_id)} center={Number(harvestcenter_id)} />
}

export const Route = createFileRoute('/_app/lab/$lab_id/harvest-center/$harvestcenter_id')({
  validateSearch,
  component: LabCenterRoute,
})
