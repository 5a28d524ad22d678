import { AssignPatient } from '#web/features/checkout/assign/assign-patient.tsx'
import { ReceiptScreen } from '#web/features/transactions/receipt/receipt-screen.tsx'

export const ReceiptRoute = ({ id }: { id: number }) => <ReceiptScreen id={id} notice={<AssignPatient saleId={id} />} />
