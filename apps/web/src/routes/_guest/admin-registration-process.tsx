import { createFileRoute } from '@tanstack/react-router'
import { AdminSignUpScreen } from '#web/features/onboarding/sign-up/admin-sign-up-screen.tsx'

export const Route = createFileRoute('/_guest/admin-registration-process')({ component: AdminSignUpScreen })
