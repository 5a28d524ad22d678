import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordScreen } from '#web/features/sessions/password/change-password-screen.tsx'

export const Route = createFileRoute('/_app/(account)/password')({ component: ChangePasswordScreen })
