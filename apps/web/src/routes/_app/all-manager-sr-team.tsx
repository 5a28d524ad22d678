import { createFileRoute } from '@tanstack/react-router'
import { TeamRepsScreen } from '#web/features/sales/team-reps-screen.tsx'
import { asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ offset: asWhole })

export const Route = createFileRoute('/_app/all-manager-sr-team')({ validateSearch, component: TeamRepsScreen })
