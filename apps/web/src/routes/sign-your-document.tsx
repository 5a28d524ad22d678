import { createFileRoute } from '@tanstack/react-router'
import { SignYourDocumentScreen } from '#web/features/signing/guest/sign-your-document-screen.tsx'
import { asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ documentId: asText })

export const Route = createFileRoute('/sign-your-document')({
  validateSearch,
  component: () => <SignYourDocumentScreen documentId={Route.useSearch().documentId} />,
})
