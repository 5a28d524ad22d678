import { createFileRoute } from '@tanstack/react-router'
import { drawerSearch, patientSearch } from '#web/lib/patient-search.ts'
import { searchOf } from '#web/lib/search-params.ts'
import { LabCenterPatients } from './-lab-center-patients.tsx'

const validateSearch = searchOf({ ...patientSearch, ...drawerSearch })

function LabCenterRoute() {
  const { lab_id, harvestcenter_id } = Route.useParams()
  return <LabCenterPatients lab={Number(lab_id)} center={Number(harvestcenter_id)} />
}

export const Route = createFileRoute('/_app/lab/$lab_id/harvest-center/$harvestcenter_id')({
  validateSearch,
  component: LabCenterRoute,
})
