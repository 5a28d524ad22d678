import { createFileRoute } from '@tanstack/react-router'
import { LabelScreen } from '#web/features/shipping/labels/label-screen.tsx'

function LabelRoute() {
  const id = Number(Route.useParams().id)
  return <LabelScreen key={id} id={id} />
}

export const Route = createFileRoute('/_app/(orders)/labels/$id')({ component: LabelRoute })
