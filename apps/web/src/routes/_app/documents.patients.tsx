import { createFileRoute } from '@tanstack/react-router'
import { documentStatuses } from '#web/entities/document/document-status.ts'
import { AllDocumentsScreen } from '#web/features/documents/admin/all-documents-screen.tsx'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  status: asOneOf(...documentStatuses),
  failed: (value) => asOneOf('1')(typeof value === 'number' ? String(value) : value),
  ...listSearch,
  document: asId,
})

export const Route = createFileRoute('/_app/documents/patients')({ validateSearch, component: AllDocumentsScreen })
