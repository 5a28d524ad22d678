import { createFileRoute } from '@tanstack/react-router'
import { ReceiptScreen } from '#web/features/transactions/receipt/receipt-screen.tsx'

export const Route = createFileRoute('/_app/receipt/$id')({
  component: () => <ReceiptScreen id={Number(Route.useParams().id)} />,
})
