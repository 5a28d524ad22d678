import { createFileRoute } from '@tanstack/react-router'
import { UploadDocumentsScreen } from '#web/features/documents/center/upload-documents-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/upload-patient-documents')({ component: UploadDocumentsScreen })
