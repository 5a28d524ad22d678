import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#web/features/accounts/profile/profile-screen.tsx'

export const Route = createFileRoute('/_app/profile')({ component: ProfileScreen })
