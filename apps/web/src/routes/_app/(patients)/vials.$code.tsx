import { createFileRoute } from '@tanstack/react-router'
import { VialScreen } from '#web/features/vials/vial/vial-screen.tsx'

export const Route = createFileRoute('/_app/(patients)/vials/$code')({
  component: () => <VialScreen code={Route.useParams().code} />,
})
