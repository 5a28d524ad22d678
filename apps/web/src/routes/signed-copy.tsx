import { createFileRoute } from '@tanstack/react-router'
import { SignedCopyScreen } from '#web/features/signing/guest/signed-copy-screen.tsx'
import { asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ documentId: asText })

export const Route = createFileRoute('/signed-copy')({
  validateSearch,
  component: () => <SignedCopyScreen documentId={Route.useSearch().documentId} />,
})
