import { createFileRoute } from '@tanstack/react-router'
import { AssignPatient } from '#web/features/checkout/assign/assign-patient.tsx'
import { ReceiptScreen } from '#web/features/transactions/receipt/receipt-screen.tsx'

function ReceiptRoute() {
  const id = Number(Route.useParams().id)
  return <ReceiptScreen id={id} notice={<AssignPatient saleId={id} />} />
}

export const Route = createFileRoute('/_app/(sales)/receipt/$id')({ component: ReceiptRoute })
