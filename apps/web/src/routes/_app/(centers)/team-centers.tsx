import { createFileRoute } from '@tanstack/react-router'
import { TeamCentersScreen } from '#web/features/centers/team-centers-screen.tsx'

export const Route = createFileRoute('/_app/(centers)/team-centers')({ component: TeamCentersScreen })
