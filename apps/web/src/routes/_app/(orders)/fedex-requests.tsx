import { createFileRoute } from '@tanstack/react-router'
import { LabelRequestsScreen } from '#web/features/shipping/labels/label-requests-screen.tsx'

export const Route = createFileRoute('/_app/(orders)/fedex-requests')({ component: LabelRequestsScreen })
