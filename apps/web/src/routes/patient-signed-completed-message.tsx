import { createFileRoute } from '@tanstack/react-router'
import { PatientSignedScreen } from '#web/features/signing/guest/signed-screens.tsx'
import { asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ documentId: asText })

export const Route = createFileRoute('/patient-signed-completed-message')({
  validateSearch,
  component: () => <PatientSignedScreen documentId={Route.useSearch().documentId} />,
})
