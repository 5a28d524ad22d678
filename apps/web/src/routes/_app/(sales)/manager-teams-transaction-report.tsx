import { createFileRoute } from '@tanstack/react-router'
import { PatientDataDialog } from '#web/features/patients/patient-record-modal.tsx'
import { DistributorTransactionsScreen } from '#web/features/transactions/party-transactions-screens.tsx'

export const Route = createFileRoute('/_app/(sales)/manager-teams-transaction-report')({
  component: () => <DistributorTransactionsScreen patientDialog={(props) => <PatientDataDialog {...props} />} />,
})
