import { createFileRoute } from '@tanstack/react-router'
import { DocumentScreen } from '#web/features/documents/single/document-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/document/$document_id')({
  component: () => <DocumentScreen documentId={Route.useParams().document_id} />,
})
