import { createFileRoute } from '@tanstack/react-router'
import { TraceScreen } from '#web/features/vials/trace/trace-screen.tsx'

export const Route = createFileRoute('/_app/(patients)/trace/$id')({
  component: () => <TraceScreen id={Number(Route.useParams().id)} />,
})
