import { createFileRoute } from '@tanstack/react-router'
import { SignedScreen } from '#web/features/signing/guest/signed-screens.tsx'

export const Route = createFileRoute('/patient-signed-completed-message-from-email')({ component: () => <SignedScreen /> })
