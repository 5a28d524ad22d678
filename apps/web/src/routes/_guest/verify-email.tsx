import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailScreen } from '#web/features/onboarding/verify-email/verify-email-screen.tsx'

export const Route = createFileRoute('/_guest/verify-email')({ component: VerifyEmailScreen })
