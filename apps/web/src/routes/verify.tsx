import { createFileRoute } from '@tanstack/react-router'
import { VerifyScreen } from '#web/features/signing/guest/verify-screen.tsx'

export const Route = createFileRoute('/verify')({ component: VerifyScreen })
