import { createFileRoute } from '@tanstack/react-router'
import { RepReferralCentersScreen } from '#web/features/centers/rep-centers-screen.tsx'
import { asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ offset: asWhole })

export const Route = createFileRoute('/_app/referral-harvest-centers')({ validateSearch, component: RepReferralCentersScreen })
