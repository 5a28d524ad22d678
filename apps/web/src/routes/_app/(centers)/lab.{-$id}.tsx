import { createFileRoute } from '@tanstack/react-router'
import { LabScreen } from '#web/features/centers/lab-screen.tsx'

function LabRoute() {
  const { id } = Route.useParams()
  return <LabScreen id={id === undefined ? undefined : Number(id)} />
}

export const Route = createFileRoute('/_app/(centers)/lab/{-$id}')({ component: LabRoute })
