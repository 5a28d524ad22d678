import { createFileRoute } from '@tanstack/react-router'
import { LabCenterPatients } from './-lab-center-patients.tsx'

function LabCenterRoute() {
  const { lab_id, harvestcenter_id } = Route.useParams()
  return <LabCenterPatients lab={Number(lab_id)} center={Number(harvestcenter_id)} />
}

export const Route = createFileRoute('/_app/(patients)/lab/$lab_id/harvest-center/$harvestcenter_id')({
  component: LabCenterRoute,
})
