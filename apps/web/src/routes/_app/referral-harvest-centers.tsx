import { createFileRoute } from '@tanstack/react-router'
import { RepReferralCentersScreen } from '#web/features/centers/rep-centers-screen.tsx'
import { listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ ...listSearch })

export const Route = createFileRoute('/_app/referral-harvest-centers')({ validateSearch, component: RepReferralCentersScreen })
