import { createFileRoute } from '@tanstack/react-router'
import { SignedScreen } from '#web/features/signing/guest/signed-screens.tsx'
import { asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ documentId: asText })

export const Route = createFileRoute('/signed-completed-message')({
  validateSearch,
  component: () => <SignedScreen documentId={Route.useSearch().documentId} />,
})
