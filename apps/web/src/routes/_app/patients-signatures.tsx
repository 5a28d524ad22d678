import { createFileRoute } from '@tanstack/react-router'
import { documentStatuses } from '#web/entities/document/document-status.ts'
import { PatientSignaturesScreen } from '#web/features/documents/center/patient-signatures-screen.tsx'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  search: asText,
  status: asOneOf(...documentStatuses),
  ...listSearch,
  document: asId,
})

export const Route = createFileRoute('/_app/patients-signatures')({ validateSearch, component: PatientSignaturesScreen })
