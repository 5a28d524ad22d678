import { createFileRoute } from '@tanstack/react-router'
import { PatientDataDialog } from '#web/features/patients/patient-record-modal.tsx'
import { ManagerTransactionsScreen } from '#web/features/transactions/party-transactions-screens.tsx'

export const Route = createFileRoute('/_app/(sales)/team-transaction-report')({
  component: () => <ManagerTransactionsScreen patientDialog={(props) => <PatientDataDialog {...props} />} />,
})
