import { createFileRoute } from '@tanstack/react-router'
import { CenterSignedScreen } from '#web/features/signing/guest/signed-screens.tsx'
import { asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ documentId: asText, signedBy: asText })

function CenterSigned() {
  const { documentId, signedBy } = Route.useSearch()
  return <CenterSignedScreen documentId={documentId} signedBy={signedBy} />
}

export const Route = createFileRoute('/hc-signed-completed-message')({
  validateSearch,
  component: CenterSigned,
})
