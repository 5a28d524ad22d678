import { createFileRoute } from '@tanstack/react-router'
import { CommissionsScreen } from '#web/features/commissions/commissions-screen.tsx'

export const Route = createFileRoute('/_app/(sales)/commissions')({ component: CommissionsScreen })
