import { createFileRoute } from '@tanstack/react-router'
import { TeamRepsScreen } from '#web/features/sales/teams.tsx'

export const Route = createFileRoute('/_app/(people)/all-manager-sr-team')({ component: TeamRepsScreen })
