import { createFileRoute } from '@tanstack/react-router'
import { CenterDocumentsScreen } from '#web/features/documents/admin/center-documents-screen.tsx'
import { asText, asWholeNumber, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, offset: asWholeNumber })

export const Route = createFileRoute('/_app/documents/harvest-centers')({ validateSearch, component: CenterDocumentsScreen })
