import { createFileRoute } from '@tanstack/react-router'
import { SetPasswordScreen } from '#web/features/sessions/password/set-password-screen.tsx'

export const Route = createFileRoute('/_guest/set-password')({ component: SetPasswordScreen })
