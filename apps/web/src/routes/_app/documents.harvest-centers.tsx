import { createFileRoute } from '@tanstack/react-router'
import { CenterDocumentsScreen } from '#web/features/documents/admin/center-documents-screen.tsx'
import { asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch })

export const Route = createFileRoute('/_app/documents/harvest-centers')({ validateSearch, component: CenterDocumentsScreen })
