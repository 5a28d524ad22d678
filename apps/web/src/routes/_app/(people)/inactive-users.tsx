import { createFileRoute } from '@tanstack/react-router'
import { InactiveUsersScreen } from '#web/features/accounts/users/inactive-users-screen.tsx'

export const Route = createFileRoute('/_app/(people)/inactive-users')({ component: InactiveUsersScreen })
