import { createFileRoute } from '@tanstack/react-router'
import { SigningScreen } from '#web/features/signing/page/signing-screen.tsx'

export const Route = createFileRoute('/signing')({ component: SigningScreen })
