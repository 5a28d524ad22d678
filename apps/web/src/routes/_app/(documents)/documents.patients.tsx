import { createFileRoute } from '@tanstack/react-router'
import { AllDocumentsScreen } from '#web/features/documents/admin/all-documents-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/documents/patients')({ component: AllDocumentsScreen })
