import { createFileRoute } from '@tanstack/react-router'
import { UnauthorizedScreen } from '#web/features/sessions/guest/unauthorized-screen.tsx'

export const Route = createFileRoute('/_app/(account)/unauthorized')({ component: UnauthorizedScreen })
