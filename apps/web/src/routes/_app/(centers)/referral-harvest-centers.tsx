import { createFileRoute } from '@tanstack/react-router'
import { RepReferralCentersScreen } from '#web/features/centers/rep-centers-screen.tsx'

export const Route = createFileRoute('/_app/(centers)/referral-harvest-centers')({ component: RepReferralCentersScreen })
