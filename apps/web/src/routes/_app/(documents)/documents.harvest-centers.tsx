import { createFileRoute } from '@tanstack/react-router'
import { CenterDocumentsScreen } from '#web/features/documents/admin/center-documents-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/documents/harvest-centers')({ component: CenterDocumentsScreen })
