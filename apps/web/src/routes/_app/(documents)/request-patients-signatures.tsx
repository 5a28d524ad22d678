import { createFileRoute } from '@tanstack/react-router'
import { RequestSignatureScreen } from '#web/features/documents/center/request-signature-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/request-patients-signatures')({ component: RequestSignatureScreen })
