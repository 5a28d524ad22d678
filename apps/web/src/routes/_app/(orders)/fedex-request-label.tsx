import { createFileRoute } from '@tanstack/react-router'
import { RequestLabelScreen } from '#web/features/shipping/request/request-label-screen.tsx'

export const Route = createFileRoute('/_app/(orders)/fedex-request-label')({
  component: () => <RequestLabelScreen kind="harvest_center" />,
})
