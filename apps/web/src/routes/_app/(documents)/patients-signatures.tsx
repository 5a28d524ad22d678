import { createFileRoute } from '@tanstack/react-router'
import { PatientSignaturesScreen } from '#web/features/documents/center/patient-signatures-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/patients-signatures')({ component: PatientSignaturesScreen })
