import { createFileRoute } from '@tanstack/react-router'
import { TeamRepsScreen } from '#web/features/sales/team-reps-screen.tsx'
import { listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ ...listSearch })

export const Route = createFileRoute('/_app/all-manager-sr-team')({ validateSearch, component: TeamRepsScreen })
