import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordScreen } from '#web/features/sessions/change-password-screen.tsx'

export const Route = createFileRoute('/_app/password')({ component: ChangePasswordScreen })
